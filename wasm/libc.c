/* The four functions of the C library that the core calls. Compiled with -fno-builtin, so that no
 * loop here is turned into a call of itself. */
#include <stdint.h>

#include "string.h"

void *memmove(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t == f || n == 0)
        return to;
    if (t < f) {
        for (size_t i = 0; i < n; i++)
            t[i] = f[i];
    } else {
        for (size_t i = n; i-- > 0;)
            t[i] = f[i];
    }
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (((uintptr_t)t | (uintptr_t)f) % 8 == 0)
        for (; n >= 8; n -= 8, t += 8, f += 8)
            *(uint64_t *)(void *)t = *(const uint64_t *)(const void *)f;
    while (n-- > 0)
        *t++ = *f++;
    return to;
}

void *memset(void *to, int value, size_t n) {
    unsigned char *t = to;
    const unsigned char byte = (unsigned char)value;
    if ((uintptr_t)t % 8 == 0)
        for (; n >= 8; n -= 8, t += 8)
            *(uint64_t *)(void *)t = byte * UINT64_C(0x0101010101010101);
    while (n-- > 0)
        *t++ = byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}
