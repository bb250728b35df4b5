import type { Settings } from '../settings.ts'
import type { Transport } from './transport.ts'
import { createHttpSmsTransport } from './httpSmsTransport.ts'
import { createSmtpTransport } from './smtpTransport.ts'

/** Returns the transports of the settings; without any, messages stay in the local outbox. */
export function transportsOf({ SMTP_URL, MAIL_FROM, SMS_URL, SMS_TOKEN }: Settings): Transport[] {
  const transports: Transport[] = []
  if (SMTP_URL !== undefined) transports.push(createSmtpTransport(SMTP_URL, MAIL_FROM ?? ''))
  if (SMS_URL !== undefined) transports.push(createHttpSmsTransport(SMS_URL, SMS_TOKEN))
  return transports
}
