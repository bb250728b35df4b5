import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './processes.ts'

const folder = fileURLToPath(new URL('./peers/', import.meta.url))
const modules = join(folder, 'node_modules')

/** Another product that receives positions and shows them live in browsers. */
export interface Peer {
  name: string
  /** Numbers of positions per message that it accepts. */
  batches: number[]
  /** Path of its stream of positions. */
  outputPath: string
  /** A text that occurs once in the stream for every position. */
  mark: string
  /** Maximum unacknowledged messages: enough to keep it busy, too few to make it drop any. */
  window: number
  line: (positions: Position[]) => string
  start: (ports: PeerPorts) => Promise<() => Promise<void>>
}

/** Ports for sending positions, one line of JSON each, and for its subscribers. */
export interface PeerPorts {
  input: number
  output: number
}

export interface Position {
  animal: number
  longitude: string
  latitude: string
}

/** Installs the peers below bench/peers if they are missing. */
export async function installPeers(): Promise<void> {
  if (
    ['signalk-server', 'node-red-contrib-web-worldmap', 'lighthouse'].every((name) => existsSync(join(modules, name)))
  )
    return
  console.log('installing signalk-server, Node-RED and Lighthouse below bench/peers')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // `npm ci` rejects a lock file written without access to packages for other platforms.
  const code = await run('npm', ['ci', ...options], folder, true)
  if (code !== 0 && (await run('npm', ['install', '--no-save', ...options], folder)) !== 0) {
    throw new Error('the peers could not be installed')
  }
}

/** Returns the path of a peer's program, once installed. */
export const peerProgram = (path: string) => join(modules, path)

async function serve(program: string, args: string[], env: Record<string, string>, port: number, home: string) {
  const child = spawn(process.execPath, [join(modules, program), ...args], {
    cwd: home,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
  try {
    await answering(child, port)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${program} did not start: ${said}`, { cause: error })
  }
  return async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
    await exited
    clearTimeout(timer)
    rmSync(home, { recursive: true, force: true })
  }
}

async function answering(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt++) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`nothing answers on port ${port}`)
}

const newHome = (name: string) => mkdtempSync(join(tmpdir(), `drover-bench-${name}-`))

export const signalk: Peer = {
  name: 'signalk-server 2.32',
  // A delta concerns one vessel.
  batches: [1],
  outputPath: '/signalk/v1/stream?subscribe=all',
  mark: '"longitude"',
  window: 1000,
  line: (positions) =>
    positions
      .map(
        ({ animal, longitude, latitude }) =>
          `{"context":"vessels.urn:mrn:imo:mmsi:${200_000_000 + animal}","updates":[{"values":[{"path":"navigation.position",` +
          `"value":{"longitude":${longitude},"latitude":${latitude}}}]}]}\n`,
      )
      .join(''),
  start: ({ input, output }) => {
    const home = newHome('signalk')
    const env = {
      SIGNALK_NODE_CONFIG_DIR: home,
      PORT: String(output),
      TCPSTREAMPORT: String(input),
      MAX_WS_CONNECTIONS_PER_IP: '1000',
      NODE_ENV: 'production',
    }
    return serve('signalk-server/bin/signalk-server', [], env, output, home)
  },
}

export const nodeRed: Peer = {
  name: 'Node-RED 5 + worldmap 5.8',
  batches: [1, 100],
  // SockJS without its framing, which costs it least.
  outputPath: '/worldmap/socket/websocket',
  mark: '"lon"',
  window: 1000,
  line: (positions) => {
    const points = positions.map(
      ({ animal, longitude, latitude }) => `{"name":"${animal}","lat":${latitude},"lon":${longitude}}`,
    )
    return `${points.length === 1 ? (points[0] ?? '') : `[${points.join(',')}]`}\n`
  },
  start: ({ input, output }) => {
    const home = newHome('node-red')
    const at = { z: 'flow', x: 0, y: 0 }
    const flow = [
      { id: 'flow', type: 'tab', label: 'positions' },
      {
        ...at,
        id: 'in',
        type: 'tcp in',
        server: 'server',
        host: '',
        port: String(input),
        datamode: 'stream',
        datatype: 'utf8',
        newline: '\\n',
        trim: false,
        wires: [['parse']],
      },
      { ...at, id: 'parse', type: 'json', property: 'payload', action: 'obj', wires: [['map']] },
      { ...at, id: 'map', type: 'worldmap', path: '/worldmap', maxage: '60', wires: [] },
    ]
    writeFileSync(join(home, 'flows.json'), JSON.stringify(flow))
    writeFileSync(
      join(home, 'settings.js'),
      `module.exports = { uiPort: ${output}, uiHost: '127.0.0.1', flowFile: 'flows.json', nodesDir: [${JSON.stringify(
        join(modules, 'node-red-contrib-web-worldmap'),
      )}], httpAdminRoot: '/admin', telemetry: { enabled: false }, logging: { console: { level: 'fatal' } } }`,
    )
    return serve('node-red/red.js', ['-u', home, '-s', join(home, 'settings.js')], {}, output, home)
  },
}
