// Running other programs, and ending with them.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { modules } from './checkout.mjs'

/** What runs now. */
export const running = new Set()
/** Told whenever a program was started. */
let tell = () => {}
export function whenStarted(listener) {
  tell = listener
}

/** Runs a program to its end; `output` is what it wrote, where it was piped. */
export function run(command, words, options) {
  return new Promise((settle) => {
    const child = spawn(command, words, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => void (output += data))
    if (child.pid) running.add(child)
    tell()
    const end = (result) => {
      running.delete(child)
      settle({ output, ...result })
    }
    child.once('error', (error) => end({ error, code: 1 }))
    child.once('close', (code, signal) => end({ code, signal }))
  })
}

/** What we start finds Node as package.json asks for it before any other. */
export function withNode() {
  return { ...process.env, PATH: [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter) }
}

/** Ctrl-C reaches the child, too, since it is of the terminal's group: there it must not come twice. */
const fromTerminal = process.stdin.isTTY === true
let interrupted
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = signal
    // We stay until the child has ended in order.
    if (signal !== 'SIGINT' || !fromTerminal) for (const child of running) child.kill(signal)
  })
}

export function stopWhenInterrupted() {
  if (interrupted) process.exit(128 + constants.signals[interrupted])
}
