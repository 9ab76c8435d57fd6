/* The only header that a 32-bit program needs of glibc, and that a 64-bit system does not have: a list of functions
 * that always fail. */
