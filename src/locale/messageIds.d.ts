import type { MessageId } from './languages.ts'

/** Every message id in the code is checked against the default language's file. */
declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId
    }
  }
}
