import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/**
 * Serves the console with Vite's development server, which applies changes to the open page. The API is a server
 * started here, or the one at DROVER_SERVER. Arguments go to Vite (`--port 5180`, `--host`, …).
 */
const top = fileURLToPath(new URL('../../', import.meta.url))
const children = new Set<ChildProcess>()
let stopping = false

function stop(signal: NodeJS.Signals): void {
  stopping = true
  for (const child of children) child.kill(signal)
}

/**
 * Starts a long-running program. If it ends by itself, everything ends.
 * @returns the address that it prints after `words` once it is ready
 */
function start(args: string[], words: RegExp, environment: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: top,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own process group: otherwise Ctrl-C would reach it twice, from the terminal and from here, and end it at once.
    detached: true,
  })
  children.add(child)
  child.once('exit', (code) => {
    children.delete(child)
    if (stopping) return
    process.exitCode = code || 1
    stop('SIGTERM')
  })
  return new Promise((resolve) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      said += stripVTControlCharacters(chunk.toString())
      const url = words.exec(said)?.[1]
      said = said.slice(said.lastIndexOf('\n') + 1)
      if (url !== undefined && !stopping) resolve(url)
    })
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))

async function run(): Promise<void> {
  const server = process.env['DROVER_SERVER'] ?? (await start(['server/commands/start.ts'], /Drover is ready: (\S+)\n/))
  const vite = ['node_modules/vite/bin/vite.js', '--clearScreen', 'false', ...process.argv.slice(2)]
  const page = await start(vite, /Local: +(\S+)\n/, { DROVER_SERVER: server })
  console.log(`\nOpen ${page}dashboard to work on the console; ${server} answers it.`)
}

void run()
