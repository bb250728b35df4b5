import { CallError } from '../http/callError.ts'
import type { HandlersOf } from '../http/handler.ts'

export const outboxHandlers: HandlersOf<'outbox'> = {
  async list() {
    throw new CallError('UNAVAILABLE')
  },
}
