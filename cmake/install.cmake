# The command, the library with its header and pkg-config file, the manual page, the schema of --json, completion.
set(CMAKE_INSTALL_LIBDIR lib CACHE PATH "Where libraries go, below the prefix")
include(GNUInstallDirs)

# The pkg-config file finds the prefix from its own place, so that `cmake --install --prefix` may name any.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH way_to_prefix /${pkgconfig_dir} /)
configure_file(${CMAKE_SOURCE_DIR}/heddle.pc.in ${CMAKE_BINARY_DIR}/heddle.pc @ONLY)

file(GLOB public_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/*.h)
install(TARGETS heddle libheddle)
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${CMAKE_BINARY_DIR}/heddle.pc DESTINATION ${pkgconfig_dir})
install(FILES ${CMAKE_SOURCE_DIR}/docs/heddle.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${CMAKE_SOURCE_DIR}/docs/heddle.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/heddle)

# The command itself writes the scripts by which shells complete its options.
set(completions)
function(heddle_add_completion shell file destination)
    set(script ${CMAKE_BINARY_DIR}/completion/${file})
    add_custom_command(OUTPUT ${script} COMMAND heddle completion ${shell} > ${script} DEPENDS heddle VERBATIM)
    set(completions ${completions} ${script} PARENT_SCOPE)
    install(FILES ${script} DESTINATION ${CMAKE_INSTALL_DATADIR}/${destination})
endfunction()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/completion)
heddle_add_completion(bash heddle bash-completion/completions)
heddle_add_completion(zsh _heddle zsh/site-functions)
heddle_add_completion(fish heddle.fish fish/vendor_completions.d)
add_custom_target(completion ALL DEPENDS ${completions})
