import { CallError } from '../http/callError.ts'
import type { HandlersOf } from '../http/handler.ts'

const notYet = (): Promise<never> => Promise.reject(new CallError('UNAVAILABLE'))

export const ticketHandlers: HandlersOf<'tickets'> = {
  list: notYet,
  details: notYet,
  approve: notYet,
  withdraw: notYet,
}
