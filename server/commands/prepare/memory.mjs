// How the server's process uses memory: it gives back what it no longer needs while strangers and accounts come in bursts.

/** Left to itself, V8 lets garbage of many small calls pile up to several times what is alive before it looks at it. */
export const memoryFlags = ['--initial-old-space-size=32', '--heap-growing-percent=50', '--max-semi-space-size=32']

/** Each thread that allocates for libraries would keep an arena of its own (glibc). */
export const memorySettings = { MALLOC_ARENA_MAX: '2' }
