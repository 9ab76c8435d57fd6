# LLVM 19: the compiler that Heddle runs, the linker for its models, and the library that reads what they make.
find_program(CLANG clang-19 REQUIRED)
find_program(LLVM_LINK llvm-link-19 REQUIRED)
find_program(LLVM_CONFIG llvm-config-19 REQUIRED)

execute_process(COMMAND ${LLVM_CONFIG} --includedir OUTPUT_VARIABLE LLVM_INCLUDE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${LLVM_CONFIG} --libdir OUTPUT_VARIABLE LLVM_LIBRARY_DIR OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
find_library(LLVM_LIBRARY NAMES LLVM-19 PATHS ${LLVM_LIBRARY_DIR} REQUIRED NO_DEFAULT_PATH)
