import { pino, stdSerializers, type Logger } from 'pino'
import { z } from 'zod'
import { machineSpan } from '../clock.ts'
import { type Settings, StartError } from '../settings.ts'
import { toPlainLine } from './plainLog.ts'

/** Time within which a repeated signal counts as the same one, ms: a signal to a group arrives from the system and again from each parent. */
const sameSignalMs = 2000
/** Exit code after an uncaught error: the supervisor restarts the command. */
const crashCode = 70

/**
 * Runs a command that opens resources and stays, or ends by itself. An expected failure prints one line to stderr and exits
 * with code 1. A signal, or the end of the parent's channel, closes the resources in reverse order;
 * a later signal exits at once. An uncaught error is printed and exits with code 70.
 * @param work calls `opened` with the close function of each resource; returns whether to stay
 */
export async function runCommand(
  work: (opened: (close: () => unknown) => void) => Promise<'stay' | 'end'>,
): Promise<void> {
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
    const text =
      error instanceof StartError || !(error instanceof Error)
        ? String(error).replace(/^Error: /, '')
        : (error.stack ?? error.message)
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
    // Errors during shutdown are expected: a pool writes once more after its end.
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

/** Waits for the console that the supervisor is building in parallel (prepare/supervise.mjs); returns at once without one. */
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

/**
 * Creates a command's log: plain lines in a terminal, JSON lines elsewhere. It is defined here, because importing it from the server would
 * load the whole server.
 */
export function createLog({ LOG_LEVEL }: Settings): Logger {
  const options = { level: LOG_LEVEL, serializers: { error: stdSerializers.err } }
  const { stdout } = process
  return stdout.isTTY ? pino(options, { write: (line) => void stdout.write(toPlainLine(line)) }) : pino(options)
}
