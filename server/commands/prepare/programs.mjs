// Runs other programs, and stops them together with this one.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { modules } from './checkout.mjs'

/** Running programs. */
export const running = new Set()
/** Called when a program was started. */
let tell = () => {}
export function whenStarted(listener) {
  tell = listener
}

/** Runs a program to its end. `output` is its piped output. The callback gets each message from its channel, and the child. */
export function run(command, words, { hear = () => {}, ...options }) {
  return new Promise((settle) => {
    const child = spawn(command, words, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => void (output += data))
    child.on('message', (message) => hear(message, child))
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

/**
 * Returns the environment of a started program: the Node of package.json comes first in the path, and a cache of compiled code halves the start time.
 */
export function withNode() {
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'node')
  return {
    ...process.env,
    NODE_COMPILE_CACHE: compiled,
    PATH: [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter),
  }
}

export function endAll(signal) {
  for (const child of running) child.kill(signal)
}

let interrupted
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = signal
    // This process stays until the child has ended. The child may already have the signal from the terminal or the system.
    endAll(signal)
  })
}

export function isInterrupted() {
  return interrupted !== undefined
}

export function stopWhenInterrupted() {
  if (interrupted) process.exit(128 + constants.signals[interrupted])
}
