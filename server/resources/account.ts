import { CallError } from '../http/callError.ts'
import type { HandlersOf } from '../http/handler.ts'

const notYet = async (): Promise<never> => {
  throw new CallError('UNAVAILABLE')
}

export const accountHandlers: HandlersOf<'account'> = {
  profile: notYet,
  edit: notYet,
  changePassword: notYet,
  sessions: notYet,
  endSession: notYet,
  endOtherSessions: notYet,
  beginTwoFactor: notYet,
  confirmTwoFactor: notYet,
  endTwoFactor: notYet,
}
