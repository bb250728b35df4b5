import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect as openSocket, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import sharp from 'sharp'
import { maxPeriodDays } from '#contract/calls/envelope.ts'
import { imageUploadPath } from '#contract/calls/images.ts'
import { livePath } from '#contract/live/live.ts'
import { source } from './herd.ts'

/** Target of an attack, and its duration. */
export interface Aim {
  webPort: number
  mqttPort: number
  /** Token of an account that watches farms and makes calls. */
  token: string
  farmIds: readonly number[]
  seconds: number
}

/** @returns the outcome in words */
export type Attack = (aim: Aim) => Promise<string>

const nothing: Attack = async ({ seconds }) => {
  await sleep(seconds * 1000)
  return ''
}

/** Opens a connection, writes and ignores any answer. */
function write(port: number, bytes: Uint8Array, localAddress = '127.0.0.1'): Socket {
  const socket = openSocket({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {}).resume()
  socket.write(bytes)
  return socket
}

/** Sends the start of an endless CONNECT of 4 MB on 800 connections, repeatedly. */
const unfinishedConnects: Attack = async ({ mqttPort, seconds }) => {
  const bytes = Buffer.concat([
    Buffer.from([0x10, 0x80, 0x92, 0xf4, 0x01, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xc2, 0, 60]),
    Buffer.alloc(3_900_000),
  ])
  const until = performance.now() + seconds * 1000
  let opened = 0
  while (performance.now() < until) {
    const sockets = Array.from({ length: 800 }, () => write(mqttPort, bytes))
    opened += sockets.length
    await sleep(1500)
    for (const socket of sockets) socket.destroy()
  }
  return `${opened} connections`
}

/** A permitted source publishes retained messages of 100 KB, each under its own topic. */
const retained: Attack = async ({ mqttPort, seconds }) => {
  const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    username: source.name,
    password: source.secret,
    reconnectPeriod: 200,
  })
  client.on('error', () => {})
  const payload = randomBytes(100_000)
  const until = performance.now() + seconds * 1000
  let sent = 0
  while (performance.now() < until) {
    const publishes = Array.from({ length: 50 }, () =>
      client.publishAsync(`ingest/json/RET${sent++}`, payload, { qos: 1, retain: true }).catch(() => {}),
    )
    await Promise.race([Promise.all(publishes), sleep(seconds * 1000)])
  }
  client.end(true)
  return `${sent} messages of 100 KB`
}

/** One viewer requests the same farm a thousand times, then all farms, on five sockets that read nothing. */
const watch: Attack = async ({ webPort, token, farmIds, seconds }) => {
  const maskedFrame = (text: string) => {
    const payload = Buffer.from(text)
    const head =
      payload.length < 126
        ? [0x81, 0x80 | payload.length]
        : [0x81, 0x80 | 126, payload.length >> 8, payload.length & 255]
    return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload])
  }
  const watching = (farms: readonly number[]) =>
    maskedFrame(`420["watch",${JSON.stringify({ farms: farms.map((farmId) => ({ farmId })) })}]`)
  const sockets = Array.from({ length: 5 }, () => {
    const socket = openSocket({ port: webPort, host: '127.0.0.1' })
    socket.on('error', () => {})
    socket.write(
      `GET ${livePath}/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    )
    socket.once('data', () => {
      socket.write(maskedFrame(`40{"token":"${token}"}`))
      setTimeout(() => {
        socket.pause()
        for (let i = 0; i < 1000; i++) socket.write(watching(farmIds.slice(0, 1)))
        socket.write(watching(farmIds))
      }, 500)
    })
    return socket
  })
  await sleep(seconds * 1000)
  for (const socket of sockets) socket.destroy()
  return '5 sockets, 5,005 questions'
}

/** Tries up to 3,000 wrong secrets as fast as they are refused. */
const wrongSecrets: Attack = async ({ mqttPort, seconds }) => {
  const until = performance.now() + seconds * 1000
  let refused = 0
  let tried = 0
  const packet = Buffer.from('101e00044d51545404c2003c0000000562656e6368000977726f6e6731323334', 'hex')
  const guess = () =>
    new Promise<void>((resolve) => {
      tried++
      const socket = openSocket({ port: mqttPort, host: '127.0.0.1' })
      socket.on('error', () => {}).once('close', () => resolve())
      socket.once('data', () => {
        refused++
        socket.destroy()
      })
      socket.setTimeout(10_000, () => socket.destroy())
      socket.write(packet)
    })
  const guesser = async () => {
    while (performance.now() < until && tried < 3000) await guess()
  }
  await Promise.all(Array.from({ length: 200 }, guesser))
  return `${refused} of ${tried} answered, ${Math.round(refused / seconds)} a second`
}

/**
 * Uploads an image from a network of its own.
 * @returns the HTTP status; 0 when the connection was cut
 */
function upload(webPort: number, picture: Buffer, type: string, localAddress: string): Promise<number> {
  return new Promise((resolve) => {
    const options = {
      port: webPort,
      host: '127.0.0.1',
      localAddress,
      method: 'POST',
      path: imageUploadPath,
      headers: { 'content-type': type, 'content-length': picture.length },
    }
    const sent = request(options, (response) => resolve(response.resume().statusCode ?? 0))
    sent.on('error', () => resolve(0)).end(picture)
  })
}

/** Clients of 40 networks upload large images and small ones of many pixels, while registering users upload theirs. */
const pictures: Attack = async ({ webPort, seconds }) => {
  const noise = await sharp(randomBytes(1800 * 1700 * 3), { raw: { width: 1800, height: 1700, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const vast = await sharp({ create: { width: 7700, height: 7700, channels: 3, background: '#886644' } })
    .webp({ quality: 1 })
    .toBuffer()
  const mine = await sharp(randomBytes(1000 * 700 * 3), { raw: { width: 1000, height: 700, channels: 3 } })
    .jpeg()
    .toBuffer()
  const until = performance.now() + seconds * 1000
  let megabytes = 0
  const unauthenticatedUploader = async (network: number) => {
    for (let i = 0; performance.now() < until; i++) {
      const [picture, type] = i % 2 === 0 ? [noise, 'image/png'] : [vast, 'image/webp']
      const status = await upload(webPort, picture, type, `127.0.9.${network}`)
      if (status === 200) megabytes += picture.length / 1e6
      else await sleep(100)
    }
  }
  const waits: number[] = []
  const registrant = async () => {
    for (let i = 0; performance.now() < until; i++) {
      const from = performance.now()
      let status = await upload(webPort, mine, 'image/jpeg', `127.0.8.${1 + i}`)
      while (status !== 200 && performance.now() - from < 30_000) {
        await sleep(500)
        status = await upload(webPort, mine, 'image/jpeg', `127.0.8.${1 + i}`)
      }
      waits.push(performance.now() - from)
      await sleep(1000)
    }
  }
  await Promise.all([...Array.from({ length: 40 }, (_, network) => unauthenticatedUploader(network + 1)), registrant()])
  const maxWaitMs = Math.max(...waits)
  return `${Math.round(megabytes)} MB taken; ${waits.length} registrants waited ${Math.round(maxWaitMs)} ms at most`
}

/** Makes the most expensive call over its longest period, twenty at a time. */
const costlyCalls: Attack = async ({ webPort, token, seconds }) => {
  const until = performance.now() + seconds * 1000
  const from = Date.now() - maxPeriodDays * 86_400_000 + 60_000
  const statuses = new Map<number, number>()
  const ask = async () => {
    while (performance.now() < until) {
      const headers = {
        'content-type': 'application/json',
        'x-auth-token': token,
        'x-auth-timestamp': String(Date.now()),
      }
      const response = await fetch(`http://127.0.0.1:${webPort}/collateral/web/ingest/summary`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ from }),
      })
      await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 20 }, ask))
  return [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
}

export const attacks: Readonly<Record<string, Attack>> = {
  'nothing (control)': nothing,
  '800 unfinished CONNECTs of 4 MB': unfinishedConnects,
  'retained messages': retained,
  'one viewer’s watch': watch,
  '3,000 wrong MQTT secrets': wrongSecrets,
  'pictures by strangers': pictures,
  'ingest/summary, 20 at once': costlyCalls,
}
