# Z3, the solver of difference logic. It is C++ behind a C interface.
find_library(Z3_LIBRARY z3 REQUIRED)
find_path(Z3_INCLUDE_DIR z3.h REQUIRED)
get_filename_component(Z3_LIBRARY_DIR ${Z3_LIBRARY} DIRECTORY)
