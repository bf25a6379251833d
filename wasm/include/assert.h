/* No asserts in the browser: the tests run them natively. */
#undef assert
#define assert(condition) ((void)0)
