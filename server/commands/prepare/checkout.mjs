// The folder this is about, and what all parts of getting ready need. Only what Node 20 has.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const top = fileURLToPath(new URL('../../../', import.meta.url))
export const modules = join(top, 'node_modules')
/** Node as package.json asks for it. */
export const node = join(modules, 'node', 'bin', 'node')

/** On the error stream: the output may be meant for another program. */
export const say = (line) => process.stderr.write(`${line}\n`)

/** The text of a file; null when it can't be read. */
export const read = (path) => readFile(path, 'utf8').catch(() => null)
export const hash = (...parts) => parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest('hex')

/** Whole seconds. Not by server/clock.ts, which an older Node can't load. */
export function stopwatch() {
  const from = process.hrtime.bigint()
  return () => Number((process.hrtime.bigint() - from) / 1_000_000_000n)
}

/** An end that needs no stack trace. */
export class Stop extends Error {}
