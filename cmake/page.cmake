# The page that `heddle check --html` writes: the files of src/report/html as text in the library.
# Sets embedded_page to the generated C file. Needs `embed` of models.cmake.
set(page_folder ${CMAKE_SOURCE_DIR}/src/report/html)
file(GLOB page_files CONFIGURE_DEPENDS ${page_folder}/*.html ${page_folder}/*.css ${page_folder}/*.js)

set(embedded_page ${CMAKE_BINARY_DIR}/embedded_page.c)
add_custom_command(OUTPUT ${embedded_page}
                   COMMAND embed page ${embedded_page} ${page_folder} ${page_files}
                   DEPENDS embed ${page_files} VERBATIM COMMENT "Embedding the page of --html")
