// Options that make the server's process return unused memory after bursts of load.

/** By default, V8 lets garbage of many small calls grow to several times the live memory before collecting it. */
export const memoryFlags = ['--initial-old-space-size=32', '--heap-growing-percent=50', '--max-semi-space-size=32']

/** By default, glibc keeps a memory arena for each thread that allocates. */
export const memorySettings = { MALLOC_ARENA_MAX: '2' }
