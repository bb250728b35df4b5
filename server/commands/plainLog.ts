import { z } from 'zod'
import { toInstant } from '../clock.ts'

const levelWords: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warning',
  50: 'error',
  60: 'fatal',
}

const lineSchema = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') })
const errorSchema = z.object({ message: z.string(), code: z.string().optional() })

/** Fields that mean nothing to a person at the terminal. */
const hidden = new Set(['level', 'time', 'msg', 'pid', 'hostname'])

function textOf(value: unknown): string {
  const error = errorSchema.safeParse(value)
  if (!error.success) return typeof value === 'string' ? (value.split('\n')[0] ?? '') : JSON.stringify(value)
  const message = error.data.message.split('\n')[0] ?? ''
  return error.data.code === undefined ? message : `${message} (${error.data.code})`
}

/**
 * Returns a line of the JSON log as a sentence, with messages of errors and without their stacks:
 * `2026-05-01T02:00:00Z warning: a job failed (job: sweep, err: connection refused)`.
 */
export function toPlainLine(line: string): string {
  const parsed = lineSchema.parse(JSON.parse(line))
  const fields = Object.entries(parsed).filter(([name]) => !hidden.has(name))
  const details = fields.map(([name, value]) => `${name}: ${textOf(value)}`).join(', ')
  const at = toInstant(parsed.time).replace(/\.\d+/, '')
  return `${at} ${levelWords[parsed.level] ?? parsed.level}: ${parsed.msg}${details === '' ? '' : ` (${details})`}\n`
}
