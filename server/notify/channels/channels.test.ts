import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrganisationChannelKind } from '#contract/duty/alertChannels.ts'
import { Undeliverable } from '../transport.ts'
import type { Post } from './channel.ts'
import { sendTo } from './channels.ts'

const message = {
  id: 'drover-7',
  title: '【紧急】离开圈舍：12',
  text: '有一条新告警。',
  facts: { event: 'alert', alert: { id: 3 } },
}
const secret = 'SEC0123456789abcdef'

interface Asked {
  url: URL
  headers: IncomingMessage['headers']
  body: string
}
let requests: Asked[] = []
let answer = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' }
let server: Server
let base = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      requests.push({ url: new URL(request.url ?? '', base), headers: request.headers, body })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  requests = []
  answer = { status: 200, body: '{"errcode":0,"errmsg":"ok"}' }
})

const post: Post = async ({ address, headers, body }) => {
  const response = await fetch(address, { method: 'POST', headers, body, redirect: 'manual' })
  return { status: response.status, body: await response.text() }
}
const send = (kind: OrganisationChannelKind, path: string, of = secret) =>
  sendTo(kind, message, { address: base + path, secret: of }, post)
const isRecent = (ms: number) => Math.abs(Date.now() - ms) < 60_000
const got = () => requests[0] ?? { url: new URL('http://nowhere'), headers: {}, body: '' }

describe('signatures and texts', () => {
  test('signs a webhook with the HMAC of time and body', async () => {
    await send('WEBHOOK', '/hook?team=1')
    const { headers, body, url } = got()
    const timestamp = String(headers['x-drover-timestamp'])
    expect(headers['x-drover-signature']).toBe(
      `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(Buffer.from(body)).digest('hex')}`,
    )
    expect([isRecent(Number(timestamp) * 1000), headers['x-drover-delivery'], url.search]).toEqual([
      true,
      'drover-7',
      '?team=1',
    ])
    expect(JSON.parse(body)).toEqual({
      delivery: 'drover-7',
      title: message.title,
      text: message.text,
      event: 'alert',
      alert: { id: 3 },
    })
  })

  test('signs DingTalk calls by time and secret in the address', async () => {
    await send('DINGTALK', '/robot/send?access_token=abc')
    const { url, body } = got()
    const timestamp = url.searchParams.get('timestamp') ?? ''
    expect(url.searchParams.get('sign')).toBe(
      createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'),
    )
    expect([url.searchParams.get('access_token'), isRecent(Number(timestamp))]).toEqual(['abc', true])
    expect(JSON.parse(body)).toEqual({ msgtype: 'text', text: { content: `${message.title}\n${message.text}` } })
  })

  test('signs Feishu calls by time and secret in the body', async () => {
    answer.body = '{"code":0,"msg":"success"}'
    await send('FEISHU', '/open-apis/bot/v2/hook/abc')
    const { timestamp, sign, ...rest } = JSON.parse(got().body) as { timestamp: string; sign: string }
    expect(sign).toBe(createHmac('sha256', `${timestamp}\n${secret}`).digest('base64'))
    expect(isRecent(Number(timestamp) * 1000)).toBe(true)
    expect(rest).toEqual({ msg_type: 'text', content: { text: `${message.title}\n${message.text}` } })
  })

  test('sends WeCom the key in the address and a shortened text', async () => {
    await sendTo(
      'WECOM',
      { ...message, text: '告'.repeat(3000) },
      { address: `${base}/cgi-bin/webhook/send?key=abc`, secret: '' },
      post,
    )
    const { url, body } = got()
    const { msgtype, text } = JSON.parse(body) as { msgtype: string; text: { content: string } }
    expect([url.searchParams.get('key'), msgtype]).toEqual(['abc', 'text'])
    expect(Buffer.byteLength(text.content)).toBeLessThanOrEqual(2048)
    expect(text.content).toMatch(/^【紧急】.*告…$/s)
  })

  test('sends robots without a secret no signature', async () => {
    answer.body = '{"code":0,"errcode":0}'
    await send('DINGTALK', '/robot/send?access_token=abc', '')
    await send('FEISHU', '/hook', '')
    expect([
      requests[0]?.url.searchParams.has('sign'),
      'sign' in (JSON.parse(requests[1]?.body ?? '{}') as object),
    ]).toEqual([false, false])
  })
})

test.each<[OrganisationChannelKind, number, string, string, string]>([
  ['WEBHOOK', 204, '', 'taken', ''],
  ['WEBHOOK', 410, '', 'given up', 'answered 410'],
  ['WEBHOOK', 302, '', 'tried again', 'answered 302'],
  ['WEBHOOK', 429, '', 'tried again', 'answered 429'],
  ['WEBHOOK', 503, '', 'tried again', 'answered 503'],
  ['WECOM', 200, '{"errcode":93000,"errmsg":"invalid webhook url"}', 'given up', '93000 invalid webhook url'],
  ['WECOM', 200, '{"errcode":45009,"errmsg":"api freq out of limit"}', 'tried again', '45009 api freq out of limit'],
  ['DINGTALK', 200, '{"errcode":310000,"errmsg":"sign not match"}', 'given up', '310000 sign not match'],
  ['DINGTALK', 200, '{"errcode":130101,"errmsg":"send too fast"}', 'tried again', '130101 send too fast'],
  ['FEISHU', 200, '{"code":19021,"msg":"sign match fail"}', 'given up', '19021 sign match fail'],
  ['FEISHU', 200, '{"StatusCode":0,"StatusMessage":"success"}', 'taken', ''],
  ['FEISHU', 200, '<html>', 'tried again', 'the robot gave no answer that it is known by'],
])('%s answers %i %s: %s', async (kind, status, body, outcome, fault) => {
  answer = { status, body }
  const found = await send(kind, '/').then(
    () => ['taken', ''],
    (error: Error) => [error instanceof Undeliverable ? 'given up' : 'tried again', error.message],
  )
  expect(found).toEqual([outcome, fault])
})
