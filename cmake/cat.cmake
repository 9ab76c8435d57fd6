# The memory models that are built in: the files of cat/ as text in the library.
# Sets embedded_cat to the generated C file. Needs `embed` of models.cmake.
set(cat_folder ${CMAKE_SOURCE_DIR}/cat)
file(GLOB_RECURSE cat_files CONFIGURE_DEPENDS ${cat_folder}/*.cat)

set(embedded_cat ${CMAKE_BINARY_DIR}/embedded_cat.c)
add_custom_command(OUTPUT ${embedded_cat}
                   COMMAND embed cat ${embedded_cat} ${cat_folder} ${cat_files}
                   DEPENDS embed ${cat_files} VERBATIM COMMENT "Embedding memory models")
