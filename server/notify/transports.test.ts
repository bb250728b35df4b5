import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import type { Transport } from './transport.ts'
import { Undeliverable } from './transport.ts'
import { transportsOf } from './transports.ts'
import { createHttpSmsTransport } from './httpSmsTransport.ts'
import { createSmtpTransport } from './smtpTransport.ts'

const message = {
  id: 7,
  at: Date.UTC(2026, 4, 1),
  recipient: 'saran@example.com',
  subject: '激活您在 Drover 的账号',
  body: '您好：\n\nhttps://drover.test/user/activate#token\n',
}

describe('SMTP', () => {
  const received: { from: string; to: string[]; text: string }[] = []
  let server: SMTPServer
  let transport: Transport

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth({ username, password }, _session, done) {
        if (username === 'drover' && password === 'p@ss') done(null, { user: username })
        else done(new Error('535 wrong'))
      },
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('nobody')) done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        else if (address.startsWith('later')) done(Object.assign(new Error('greylisted'), { responseCode: 451 }))
        else done()
      },
      onData(stream, { envelope }, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
          received.push({
            from,
            to: envelope.rcptTo.map(({ address }) => address),
            text: Buffer.concat(parts).toString(),
          })
          done()
        })
      },
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    transport = createSmtpTransport(`smtp://drover:p%40ss@127.0.0.1:${port}`, 'Drover <post@drover.test>')
  })
  afterAll(async () => {
    transport.close()
    await new Promise<void>((resolve) => server.close(resolve))
  })

  test('sends a complete mail', async () => {
    await transport.send(message)
    expect(received).toHaveLength(1)
    const [mail] = received
    expect(mail).toMatchObject({ from: 'post@drover.test', to: ['saran@example.com'] })
    expect(mail?.text).toMatch(/^From: Drover <post@drover\.test>/m)
    expect(mail?.text).toMatch(/^Auto-Submitted: auto-generated/m)
    expect(mail?.text).toMatch(/^Message-ID: <drover-7-1777593600000@drover\.test>/m)
    const [head = '', ...rest] = mail?.text.split('\r\n\r\n') ?? []
    const subject = /Subject: ((?:=\?UTF-8\?B\?\S+\?=\s*)+)/i.exec(head)?.[1] ?? ''
    expect(
      subject.replaceAll(/=\?UTF-8\?B\?(\S+?)\?=\s*/gi, (_all, text: string) => Buffer.from(text, 'base64').toString()),
    ).toBe(message.subject)
    expect(head).toMatch(/Content-Transfer-Encoding: base64/i)
    const body = Buffer.from(rest.join(''), 'base64').toString()
    expect(body.replaceAll('\r\n', '\n').trim()).toBe(message.body.trim())
  })

  test('sends a retried mail with the same message id', async () => {
    const before = received.length
    await transport.send(message)
    await transport.send(message)
    const ids = received.slice(before).map(({ text }) => /^Message-ID: (.*)$/m.exec(text)?.[1])
    expect(ids).toEqual([ids[0], ids[0]])
  })

  test.each([
    ['nobody@example.com', true],
    ['later@example.com', false],
  ])('a refusal of %s is undeliverable: %s', async (recipient, isForGood) => {
    const error = await transport.send({ ...message, recipient }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error instanceof Undeliverable).toBe(isForGood)
  })

  test('does not let a recipient add others', async () => {
    const before = received.length
    await transport.send({ ...message, recipient: 'saran@example.com, tuya@example.com' }).catch(() => {})
    expect(received.slice(before).flatMap(({ to }) => to)).not.toContain('tuya@example.com')
  })

  test('retries after a wrong sign-in', async () => {
    const { port } = server.server.address() as AddressInfo
    const wrong = createSmtpTransport(`smtp://drover:wrong@127.0.0.1:${port}`, 'post@drover.test')
    const error = await wrong.send(message).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(Undeliverable)
    wrong.close()
  })
})

describe('HTTP', () => {
  const requests: { method: string | undefined; headers: IncomingMessage['headers']; body: string }[] = []
  let server: Server
  let status = 200
  let url = ''

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        requests.push({ method: request.method, headers: request.headers, body })
        response.writeHead(status, { location: '/elsewhere' }).end('{"ok":true}')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`
  })
  afterAll(() => void server.close())

  const sms = { id: 9, at: 0, recipient: '+8613911112222', subject: '', body: '验证码 135790' }

  test('posts an SMS as JSON with a bearer token', async () => {
    await createHttpSmsTransport(url, 'secret').send(sms)
    const [one] = requests
    expect([one?.method, JSON.parse(one?.body ?? '')]).toEqual([
      'POST',
      { to: '+8613911112222', text: '验证码 135790' },
    ])
    expect(one?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'idempotency-key': 'drover-9',
    })
  })

  test.each([
    [202, 'taken over'],
    [400, 'given up'],
    [422, 'given up'],
    [401, 'tried again'],
    [429, 'tried again'],
    [500, 'tried again'],
    [302, 'tried again'],
  ])('an answer of %i means %s', async (answered, expected) => {
    status = answered
    const outcome = await createHttpSmsTransport(url, undefined)
      .send(sms)
      .then(
        () => 'taken over',
        (error: unknown) => (error instanceof Undeliverable ? 'given up' : 'tried again'),
      )
    expect(outcome).toBe(expected)
  })
})

test('opens the transports that the settings name', () => {
  const kinds = (environment: Record<string, string>) => {
    const transports = transportsOf(readSettings(environment))
    for (const transport of transports) transport.close()
    return transports.map(({ kind }) => kind)
  }
  expect(kinds({})).toEqual([])
  expect(kinds({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com' })).toEqual(['MAIL'])
  expect(kinds({ SMS_URL: 'https://sms.example.com' })).toEqual(['SMS'])
})
