import { readTelephone } from '#contract/values/telephones.ts'
import type { MessageId } from '../../locale/languages.ts'
import type { SentSmsCode } from '../../store/smsCodes.ts'

/** Returns whether a code was sent to a telephone, as typed so far. */
export function isCodeSentTo(sent: SentSmsCode | null, telephone: string | null | undefined): boolean {
  return sent !== null && sent.isSent && sent.telephone === readTelephone(telephone ?? '')
}

/** Returns the message for an empty code: enter it, or request one first. */
export function captchaRequiredId(sent: SentSmsCode | null, telephone: string | null | undefined): MessageId {
  return isCodeSentTo(sent, telephone) ? 'auth.captchaRequired' : 'captcha.getFirst'
}
