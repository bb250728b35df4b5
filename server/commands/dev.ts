import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * The console by Vite's development server, which puts changes into the open page, and the product that answers it. With
 * `--mock` the console alone: what answers it runs in the page. All other words go to Vite (`--port 5180`, `--host`, …).
 */
const top = fileURLToPath(new URL('../../', import.meta.url))
const words = process.argv.slice(2)
const isMock = words.includes('--mock')
const viteWords = words.filter((word) => word !== '--mock')

const children = new Set<ChildProcess>()
let stopping = false

function stop(signal: NodeJS.Signals): void {
  stopping = true
  for (const child of children) child.kill(signal)
}

/** Starts a program that is to stay: when it ends by itself, the rest ends with it. */
function start(args: string[], output: 'inherit' | 'pipe', environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: top,
    env: { ...process.env, ...environment },
    stdio: ['ignore', output, 'inherit'],
    // A group of its own: else Ctrl-C would reach it from the terminal and from here, and twice means at once.
    detached: true,
  })
  children.add(child)
  child.once('exit', (code) => {
    children.delete(child)
    if (stopping) return
    process.exitCode = code || 1
    stop('SIGTERM')
  })
  return child
}

function startVite(server?: string): void {
  const mode = isMock ? ['--mode', 'mock'] : []
  start(['node_modules/vite/bin/vite.js', ...mode, '--clearScreen', 'false', ...viteWords], 'inherit', server ? { DROVER_SERVER: server } : {})
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))

if (isMock) startVite()
else {
  let said = ''
  const product = start(['server/commands/start.ts'], 'pipe')
  product.stdout?.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk)
    // Vite passes the calls on to where the server is, which it says when it is ready.
    if (said === 'ready') return
    said += chunk.toString()
    const url = /Drover is ready: (\S+)\n/.exec(said)?.[1]
    if (url === undefined || stopping) return
    said = 'ready'
    startVite(url)
  })
}
