import { type Logger, pino, stdSerializers } from 'pino'
import { expect, it } from 'vitest'
import { toPlainLine } from './plainLog.ts'

/** Returns what a log with plain lines writes. */
function write(work: (log: Logger) => void): string {
  let text = ''
  const log = pino(
    { level: 'debug', serializers: { error: stdSerializers.err } },
    { write: (line) => void (text += toPlainLine(line)) },
  )
  work(log)
  return text
}

it('writes errors in one line, without their stack', () => {
  const error = Object.assign(new Error('connection refused\nat once'), { code: 'ECONNREFUSED' })
  for (const name of ['err', 'error'])
    expect(write((log) => log.warn({ [name]: error, job: 'sweep' }, 'a job failed'))).toMatch(
      new RegExp(
        String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ warning: a job failed \((?:job: sweep, )?${name}: connection refused \(ECONNREFUSED\)(?:, job: sweep)?\)\n$`,
      ),
    )
})

it('writes other fields as they are', () => {
  expect(
    write((log) => log.error({ topic: 'ingest/json/A', messages: 2 }, 'what came in could not be stored')),
  ).toMatch(/Z error: what came in could not be stored \(topic: ingest\/json\/A, messages: 2\)\n$/)
  expect(write((log) => log.info('ready'))).toMatch(/Z info: ready\n$/)
})
