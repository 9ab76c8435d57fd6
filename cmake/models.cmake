# The library models: models/*.c to one bitcode file for each data model, which are embedded together with the headers
# of models/include. Sets embedded_models to the generated C file.
file(GLOB model_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/models/*.c)
file(GLOB_RECURSE model_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/models/include/*.h)

set(model_flags -g -O0 -Xclang -disable-O0-optnone -fwrapv -fno-discard-value-names -mlong-double-64 -emit-llvm -c
    -std=gnu17 -Wall -Wextra -Werror -fno-builtin
    # No path of the machine that builds goes into the binary.
    -fdebug-compilation-dir=. -fdebug-prefix-map=${CMAKE_SOURCE_DIR}/= -fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=
    -I ${CMAKE_SOURCE_DIR}/models -I ${CMAKE_SOURCE_DIR}/src -isystem ${CMAKE_SOURCE_DIR}/models/include)

# 32-bit programs use the headers of the 64-bit system: they serve both.
set(model_flags_64 -m64)
set(model_flags_32 -m32 -idirafter /usr/include/x86_64-linux-gnu)

foreach(bits 64 32)
    set(model_bitcode)
    foreach(source ${model_sources})
        get_filename_component(name ${source} NAME_WE)
        set(bitcode ${CMAKE_BINARY_DIR}/models/${bits}/${name}.bc)
        add_custom_command(OUTPUT ${bitcode}
                           COMMAND ${CLANG} ${model_flags} ${model_flags_${bits}} -MD -MF ${bitcode}.d ${source} -o ${bitcode}
                           DEPENDS ${source} DEPFILE ${bitcode}.d VERBATIM
                           COMMENT "Compiling model ${name} for ${bits} bits")
        list(APPEND model_bitcode ${bitcode})
    endforeach()
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/models/${bits})

    set(linked_models_${bits} ${CMAKE_BINARY_DIR}/models${bits}.bc)
    add_custom_command(OUTPUT ${linked_models_${bits}}
                       COMMAND ${LLVM_LINK} ${model_bitcode} -o ${linked_models_${bits}}
                       DEPENDS ${model_bitcode} VERBATIM COMMENT "Linking models for ${bits} bits")
endforeach()

set(embedded_models ${CMAKE_BINARY_DIR}/embedded.c)
add_executable(embed ${CMAKE_SOURCE_DIR}/cmake/embed.c)
add_custom_command(OUTPUT ${embedded_models}
                   COMMAND embed models ${embedded_models} ${linked_models_64} ${linked_models_32}
                           ${CMAKE_SOURCE_DIR}/models/include ${model_headers}
                   DEPENDS embed ${linked_models_64} ${linked_models_32} ${model_headers} VERBATIM
                   COMMENT "Embedding models")
