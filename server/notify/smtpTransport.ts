import { createTransport } from 'nodemailer'
import { type Transport, Undeliverable } from './transport.ts'

const timeoutMs = 15_000

/**
 * Sends mails to an SMTP server.
 * @param url `smtp://` (STARTTLS if offered; `?requireTLS=true` requires it) or `smtps://`, with user and password
 * @param from sender shown to the recipient: an address, or `Name <address>`
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
    // Each step of the protocol may take the full timeout.
    leaseMs: 8 * timeoutMs,
    async send({ id, at, recipient, subject, body }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          subject,
          // Stays the same for each try, so that mailboxes show repeated mails once.
          messageId: `<drover-${id}-${at}@${domain}>`,
          text: body,
          // Base64 keeps other servers from wrapping the line of a link.
          textEncoding: 'base64',
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Drover-Message': String(id) },
        })
      } catch (error) {
        if (isRefusal(error))
          throw new Undeliverable('the mail server refuses the recipient or the mail', { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** Returns whether a 5xx concerns this recipient or mail; one about authentication or the connection may be resolved later. */
function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('responseCode' in error)) return false
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500
}
