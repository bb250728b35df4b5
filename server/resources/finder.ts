import { CallError } from '../http/callError.ts'
import type { HandlersOf } from '../http/handler.ts'

const notYet = (): Promise<never> => Promise.reject(new CallError('UNAVAILABLE'))

export const finderHandlers: HandlersOf<'finder'> = {
  find: notYet,
}
