import { vi } from 'vitest'

/* Test files of one worker share its clock. This restores real time after a file that faked it. */
vi.useRealTimers()
