import { CallError } from '../http/callError.ts'
import type { HandlersOf } from '../http/handler.ts'

const notYet = async (): Promise<never> => {
  throw new CallError('UNAVAILABLE')
}

export const authHandlers: HandlersOf<'auth'> = {
  async login(input, _caller, _context, { address, sessions }) {
    return sessions.signIn(input, address)
  },

  sendSmsCode: notYet,
  register: notYet,
  activate: notYet,
  sendActivation: notYet,
  forgotPassword: notYet,
  resetPassword: notYet,

  async logout(_input, caller, _context, { sessions }) {
    await sessions.signOut(caller)
    return {}
  },
}
