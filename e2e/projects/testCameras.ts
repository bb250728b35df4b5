import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** Returns the path of ffmpeg; null when not installed. */
export function findFfmpeg(): string | null {
  const found = spawnSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).stdout.trim()
  return found === '' ? null : found
}

/** Opens a camera that serves only snapshots, on a port of its own. */
export async function openSnapshotCamera(): Promise<{ snapshot: string; close(): void }> {
  const picture = await paintPicture()
  const server = createServer(
    (_request, response) => void response.setHeader('content-type', 'image/jpeg').end(picture),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    snapshot: `http://127.0.0.1:${(server.address() as AddressInfo).port}/snapshot.jpg`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const paintPicture = () =>
  sharp({ create: { width: 320, height: 180, channels: 3, background: '#2266aa' } })
    .jpeg()
    .toBuffer()

/** A camera that serves HLS and snapshots, on a port of its own. */
export interface HlsCamera {
  stream: string
  snapshot: string
  /** Stops the stream; snapshots continue. */
  cut(): void
  close(): Promise<void>
}

const types: Record<string, string> = { m3u8: 'application/vnd.apple.mpegurl', m4s: 'video/mp4', mp4: 'video/mp4' }

/** Opens a camera with a moving stream, in a codec that every Chromium supports. */
export async function openHlsCamera(program: string): Promise<HlsCamera> {
  const folder = await mkdtemp(join(tmpdir(), 'drover stream '))
  const picture = await paintPicture()
  const source = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=5']
  const codec = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '5', '-b:v', '200k']
  const hls = [
    '-f',
    'hls',
    '-hls_time',
    '1',
    '-hls_list_size',
    '6',
    '-hls_flags',
    'delete_segments+temp_file',
    '-hls_segment_type',
    'fmp4',
    'live.m3u8',
  ]
  const ffmpeg = spawn(program, ['-loglevel', 'error', ...source, ...codec, ...hls], { cwd: folder, stdio: 'ignore' })
  let isCut = false
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (path === '/snapshot.jpg') return void response.setHeader('content-type', 'image/jpeg').end(picture)
    const [, name, type = ''] = /^\/north\/([\w-]+\.(m3u8|m4s|mp4))$/.exec(path) ?? []
    if (isCut || name === undefined) return void response.writeHead(404).end()
    readFile(join(folder, name)).then(
      (content) => response.setHeader('content-type', types[type] ?? '').end(content),
      () => response.writeHead(404).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    stream: `${origin}/north/live.m3u8?key=hidden`,
    snapshot: `${origin}/snapshot.jpg`,
    cut() {
      isCut = true
    },
    async close() {
      await end(ffmpeg)
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** A WHEP server whose camera is a page that streams its canvas. */
export interface WhepCamera {
  address: string
  /** Sessions begun and ended. */
  sessions: { begun: number; ended: number }
  close(): Promise<void>
}

export async function openWhepCamera(page: Page): Promise<WhepCamera> {
  const sessions = { begun: 0, ended: 0 }
  await page.goto('about:blank')
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(204, { 'accept-post': 'application/sdp' }).end()
    if (request.method === 'DELETE') {
      sessions.ended += 1
      return void response.end()
    }
    let offer = ''
    request.on('data', (bytes: Buffer) => (offer += bytes.toString()))
    request.on('end', () => {
      sessions.begun += 1
      page.evaluate(answerOffer, offer).then(
        (answer) =>
          response
            .writeHead(201, { 'content-type': 'application/sdp', location: `/sessions/${sessions.begun}` })
            .end(answer),
        () => response.writeHead(500).end(),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/whep/south`,
    sessions,
    async close() {
      server.closeAllConnections()
      server.close()
      await page.close()
    },
  }
}

/**
 * Runs in the page.
 * @returns the SDP answer with all ICE candidates
 */
async function answerOffer(offer: string): Promise<string> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  let turn = 0
  setInterval(() => {
    if (context === null) return
    context.fillStyle = `hsl(${(turn++ * 25) % 360} 80% 50%)`
    context.fillRect(0, 0, canvas.width, canvas.height)
  }, 100)
  const peer = new RTCPeerConnection()
  for (const track of canvas.captureStream(10).getTracks()) peer.addTrack(track)
  await peer.setRemoteDescription({ type: 'offer', sdp: offer })
  await peer.setLocalDescription()
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => peer.iceGatheringState === 'complete' && resolve()
  peer.addEventListener('icegatheringstatechange', look)
  look()
  await promise
  return peer.localDescription?.sdp ?? ''
}
