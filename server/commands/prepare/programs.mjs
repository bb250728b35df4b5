// Running other programs, and ending with them.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { modules } from './checkout.mjs'

/** Programs that run now. */
export const running = new Set()
/** Told whenever a program was started. */
let tell = () => {}
export function whenStarted(listener) {
  tell = listener
}

/** Runs a program to its end; `output` is what it wrote, where it was piped; `hear` is told what it sends over a channel, and who. */
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
 * The environment of a started program: it finds Node as package.json asks for it before any other, and code that Node has compiled before: a command is
 * there in half the time.
 */
export function withNode() {
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'node')
  return { ...process.env, NODE_COMPILE_CACHE: compiled, PATH: [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter) }
}

export function endAll(signal) {
  for (const child of running) child.kill(signal)
}

let interrupted
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = signal
    // We stay until the child has ended in order. It may have got the signal from the terminal or the system already.
    endAll(signal)
  })
}

export function isInterrupted() {
  return interrupted !== undefined
}

export function stopWhenInterrupted() {
  if (interrupted) process.exit(128 + constants.signals[interrupted])
}
