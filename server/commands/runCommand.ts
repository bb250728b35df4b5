import { pino, type Logger } from 'pino'
import { z } from 'zod'
import { machineSpan } from '../clock.ts'
import { type Settings, StartError } from '../settings.ts'

/** A signal to a whole group comes once from the system and again from each parent that passes it on: within so long, ms. */
const sameSignalMs = 2000
/** The exit code after an error that nothing caught: the supervisor starts the command again. */
const crashCode = 70

/**
 * Runs a command that opens things and stays, or ends by itself. What can't be done is one line on the error output and
 * exit code 1. A signal, or the end of the process that started this one with a channel, closes what was opened, in order;
 * a later signal ends it at once. An error that nothing catches is written out and ends it with code 70.
 * @param work is given `opened`, to say how each thing it opened is closed; answers whether to stay
 */
export async function runCommand(work: (opened: (close: () => unknown) => void) => Promise<'stay' | 'end'>): Promise<void> {
  const closers: (() => unknown)[] = []
  let closing: Promise<void> | null = null
  let closingSince = 0
  const close = () => {
    closing ??= (async () => {
      closingSince = machineSpan()
      for (const one of closers.toReversed()) await one()
    })()
    return closing
  }
  const complain = (error: unknown) => {
    const text = error instanceof StartError || !(error instanceof Error) ? String(error).replace(/^Error: /, '') : (error.stack ?? error.message)
    process.stderr.write(`drover: ${text}\n`)
  }
  const end = (code: number) => {
    if (closing) {
      if (machineSpan() - closingSince > sameSignalMs) process.exit(code)
      return
    }
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        complain(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', () => end(130))
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(143))
  process.on('disconnect', () => end(143))
  process.on('uncaughtException', (error) => {
    // A fault while everything is closed is no news: a pool writes once more after its end.
    if (closing) return
    complain(error)
    process.exit(crashCode)
  })
  try {
    if ((await work((one) => void closers.push(one))) === 'stay') {
      process.send?.({ type: 'ready' })
      return
    }
    await close()
    process.exit(0)
  } catch (error) {
    if (closing) return
    complain(error)
    await close().catch(complain)
    process.exit(1)
  }
}

/** Waits for the console where whoever supervises this command is building it beside (prepare/supervise.mjs); otherwise it is as it is. */
export async function consoleIsBuilt(): Promise<void> {
  if (process.send === undefined || process.env['DROVER_BUILDS_BESIDE'] === undefined) return
  await new Promise<void>((resolve) => {
    process.on('message', function hear(message) {
      if (!consoleSchema.safeParse(message).success) return
      process.off('message', hear)
      resolve()
    })
    process.send?.({ type: 'console' })
  })
}
const consoleSchema = z.object({ type: z.literal('console') })

/** The log of a command. It stands here and not beside the server, which a command that only writes to the database would load with it. */
export function createLog({ LOG_LEVEL }: Settings): Logger {
  return pino({ level: LOG_LEVEL })
}
