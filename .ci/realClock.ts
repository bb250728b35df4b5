import { vi } from 'vitest'

/* Restores the clock, which the files of a worker share: an earlier file may have faked it. */
vi.useRealTimers()
