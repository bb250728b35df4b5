import { createTransport } from 'nodemailer'
import { type Transport, Undeliverable } from './transport.ts'

const timeoutMs = 15_000

/**
 * Carries mails to an SMTP server.
 * @param url `smtp://` (STARTTLS where the server offers it; `?requireTLS=true` insists) or `smtps://`, user and password in it
 * @param from as the recipient sees it: an address, or `Name <address>`
 */
export function createSmtpTransport(url: string, from: string): Transport {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    kind: 'MAIL',
    // Each step of the talk may take its time.
    leaseMs: 8 * timeoutMs,
    async send({ id, at, recipient, subject, body }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          // The same however often it is tried: mailboxes that have it show it once.
          messageId: `<drover-${id}-${at}@${domain}>`,
          text: body,
          // No line of a link is folded, whatever carries it on.
          textEncoding: 'base64',
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Drover-Message': String(id) },
        })
      } catch (error) {
        if (isRefusal(error)) throw new Undeliverable('the mail server refuses the recipient or the mail', { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** A 5xx about this recipient or mail; one about the sign-in or the connection may be put right. */
function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('responseCode' in error)) return false
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500
}
