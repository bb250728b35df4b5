// Paths and functions shared by the preparation steps. Only features of Node 20.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const top = fileURLToPath(new URL('../../../', import.meta.url))
export const modules = join(top, 'node_modules')
/** The Node version that package.json requires. */
export const node = join(modules, 'node', 'bin', 'node')

/** Prints to stderr, because another program may read stdout. */
export const say = (line) => process.stderr.write(`${line}\n`)

/** Reads a file as text; null when it cannot be read. */
export const read = (path) => readFile(path, 'utf8').catch(() => null)
export const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest('hex')

/** Returns a function for the elapsed whole seconds. Does not use server/clock.ts, which an older Node cannot load. */
export function stopwatch() {
  const from = process.hrtime.bigint()
  return () => Number((process.hrtime.bigint() - from) / 1_000_000_000n)
}

/** Ends the program with a message but without a stack trace. */
export class Stop extends Error {}
