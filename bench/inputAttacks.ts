import { connect as openSocket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import type { Attack } from './attacks.ts'
import { source } from './herd.ts'

/** One account sends lists of 16,000 wrong codes, ten at a time. */
const wrongCodes: Attack = async ({ webPort, token, seconds }) => {
  const until = performance.now() + seconds * 1000
  const body = JSON.stringify({ status: Array<string>(16_000).fill('x') })
  let answered = 0
  const ask = async () => {
    while (performance.now() < until) {
      const headers = {
        'content-type': 'application/json',
        'x-auth-token': token,
        'x-auth-timestamp': String(Date.now()),
      }
      const response = await fetch(`http://127.0.0.1:${webPort}/collateral/web/animal/list`, {
        method: 'POST',
        headers,
        body,
      })
      await response.text()
      answered++
    }
  }
  await Promise.all(Array.from({ length: 10 }, ask))
  return `${answered} answered`
}

/** 5,000 sign-ins of 50 networks send all but the last byte of their body. */
const stuckLogins: Attack = async ({ webPort, seconds }) => {
  const body = `{"type":"account","userName":"${'x'.repeat(32_000)}`
  const sockets = Array.from({ length: 5000 }, (_, place) => {
    const socket = openSocket({ port: webPort, host: '127.0.0.1', localAddress: `127.0.7.${1 + (place % 50)}` })
    socket.on('error', () => {}).resume()
    socket.write(
      `POST /collateral/common/auth/login/user HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 32700\r\n\r\n${body}`,
    )
    return socket
  })
  await sleep(seconds * 1000)
  for (const socket of sockets) socket.destroy()
  return '5,000 bodies'
}

/** Asks for pages of organisations that do not exist, twenty at a time. */
const missingPages: Attack = async ({ webPort, seconds }) => {
  const until = performance.now() + seconds * 1000
  let requests = 0
  const ask = async () => {
    while (performance.now() < until)
      await (await fetch(`http://127.0.0.1:${webPort}/org/${1_000_000 + requests++}`)).arrayBuffer()
  }
  await Promise.all(Array.from({ length: 20 }, ask))
  return `${requests} addresses`
}

/** A permitted source subscribes to as many topics as a packet holds, again and again. */
const subscriptions: Attack = async ({ mqttPort, seconds }) => {
  const until = performance.now() + seconds * 1000
  const topics = Array.from({ length: 300_000 }, (_, topic) => String(topic))
  let packets = 0
  while (performance.now() < until) {
    const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
      username: source.name,
      password: source.secret,
      reconnectPeriod: 0,
    })
    client.on('error', () => {})
    client.subscribe(topics, () => {})
    packets++
    await sleep(500)
    client.end(true)
  }
  return `${packets} packets`
}

export const inputAttacks: Readonly<Record<string, Attack>> = {
  'lists of 16,000 wrong codes': wrongCodes,
  '5,000 sign-ins that do not end': stuckLogins,
  'pages that do not exist': missingPages,
  'subscriptions to 300,000 topics': subscriptions,
}
