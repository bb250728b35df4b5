import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { z } from 'zod'

/** A message to a person, as received. */
export interface Received {
  channel: 'MAIL' | 'SMS'
  /** A mail address, or a telephone number in E.164. */
  to: string
  /** '' for an SMS. */
  subject: string
  text: string
  /** Key by which the receiver recognises a retry. */
  key: string
}

export interface Receivers {
  /** Messages so far, in order. */
  received: readonly Received[]
  /** Settings of a product that sends mails and SMS here. */
  environment: Record<string, string>
  close(): Promise<void>
}

const smsToken = 'token of the SMS gateway'
const smsSchema = z.object({ to: z.string(), text: z.string() })

const ofBase64 = (text: string) => Buffer.from(text, 'base64').toString()

/** Reads a mail whose text is in base64, as in all mails of the product. */
function readMail(source: string): Pick<Received, 'subject' | 'text' | 'key'> {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n\s+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(lines)?.[1] ?? ''
  // Header words are encoded one by one; whitespace between two encoded words is not part of the text.
  const subject = header('Subject')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_word, text: string) => ofBase64(text))
  return { subject, text: ofBase64(rest.join('')).replaceAll('\r\n', '\n'), key: header('Message-ID') }
}

/** Opens a mail server and an SMS gateway on this machine, each of which requires its secret. */
export async function openReceivers(): Promise<Receivers> {
  const received: Received[] = []
  const mail = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'drover' && password === 'p@ss' ? done(null, { user: username }) : done(new Error('535 wrong')),
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const content = readMail(Buffer.concat(parts).toString())
        for (const { address } of envelope.rcptTo) received.push({ channel: 'MAIL', to: address, ...content })
        done()
      })
    },
  })
  // A connection that the product closes midway is no fault of the test.
  mail.on('error', () => {})
  await new Promise<void>((resolve) => void mail.listen(0, '127.0.0.1', resolve))

  const sms = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if (request.method !== 'POST' || request.headers.authorization !== `Bearer ${smsToken}`)
        return void response.writeHead(401).end()
      const { to, text } = smsSchema.parse(JSON.parse(body))
      received.push({ channel: 'SMS', to, subject: '', text, key: String(request.headers['idempotency-key']) })
      response.writeHead(202).end()
    })
  })
  sms.listen(0, '127.0.0.1')
  await once(sms, 'listening')

  const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port
  return {
    received,
    environment: {
      SMTP_URL: `smtp://drover:p%40ss@127.0.0.1:${portOf(mail.server)}`,
      MAIL_FROM: 'Drover <post@drover.test>',
      SMS_URL: `http://127.0.0.1:${portOf(sms)}/send`,
      SMS_TOKEN: smsToken,
    },
    async close() {
      sms.closeAllConnections()
      sms.close()
      await new Promise<void>((resolve) => mail.close(resolve))
    },
  }
}
