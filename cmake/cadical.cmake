# CaDiCaL, one of the SAT solvers. It is C++ behind a C interface.
find_library(CADICAL_LIBRARY cadical REQUIRED)
find_path(CADICAL_INCLUDE_DIR ccadical.h REQUIRED)
get_filename_component(CADICAL_LIBRARY_DIR ${CADICAL_LIBRARY} DIRECTORY)
