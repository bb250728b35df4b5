import { vi } from 'vitest'

/* The files of a worker share its clock: one that a file before has faked tells the time again. */
vi.useRealTimers()
