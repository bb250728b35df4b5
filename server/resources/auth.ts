import type { HandlersOf } from '../http/handler.ts'

export const authHandlers: HandlersOf<'auth'> = {
  async login(input, _caller, _context, { address, sessions }) {
    return sessions.signIn(input, address)
  },

  async logout(_input, caller, _context, { sessions }) {
    await sessions.signOut(caller)
    return {}
  },
}
