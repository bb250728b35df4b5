import type { Settings } from '../settings.ts'
import type { Carrier } from './carrier.ts'
import { createHttpSmsCarrier } from './httpSmsCarrier.ts'
import { createSmtpCarrier } from './smtpCarrier.ts'

/** What carries messages by these settings; without any, they stay in the local outbox. */
export function carriersOf({ SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN }: Settings): Carrier[] {
  const carriers: Carrier[] = []
  if (SMTP_URL !== undefined) carriers.push(createSmtpCarrier(SMTP_URL, MAIL_FROM ?? ''))
  if (SMS_URL !== undefined) carriers.push(createHttpSmsCarrier(SMS_URL, SMS_TOKEN))
  return carriers
}
