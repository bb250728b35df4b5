import { readTelephone } from '#contract/values/telephones.ts'
import type { MessageId } from '../../locale/languages.ts'
import type { SentSmsCode } from '../../store/smsCodes.ts'

/** Whether a code was sent to a telephone, as typed so far. */
export function isCodeSentTo(sent: SentSmsCode | null, telephone: string | null | undefined): boolean {
  return sent !== null && sent.isSent && sent.telephone === readTelephone(telephone ?? '')
}

/** The message of an empty code: to enter it, or to get one first. */
export function captchaRequiredId(sent: SentSmsCode | null, telephone: string | null | undefined): MessageId {
  return isCodeSentTo(sent, telephone) ? 'auth.captchaRequired' : 'captcha.getFirst'
}
