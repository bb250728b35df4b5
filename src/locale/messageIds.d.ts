import type { MessageId } from './languages.ts'

/** Checks every message id in the code against the default language's file. */
declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId
    }
  }
}
