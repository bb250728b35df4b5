import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { startApp } from '../app.ts'
import type { App, AppParts } from '../app.ts'
import { codeOf } from '../errorCode.ts'
import { requirePrivateDemo } from '../demo/demoAccounts.ts'
import { StartError } from '../settings.ts'
import type { Settings } from '../settings.ts'

const distDir = fileURLToPath(new URL('../../dist', import.meta.url))

export function createLog({ LOG_LEVEL }: Settings): Logger {
  return pino({ level: LOG_LEVEL })
}

/**
 * Puts the server together and opens its doors.
 * @throws StartError one line that names a port that can't be had, or says why the demo's accounts can't be served
 */
export async function serve(parts: Omit<AppParts, 'distDir'>): Promise<App> {
  await requirePrivateDemo(parts.sql, parts.settings)
  try {
    return await startApp({ ...parts, distDir })
  } catch (error) {
    const fault = portFault(error, parts.settings)
    throw fault === null ? error : new StartError(fault)
  }
}

function portFault(error: unknown, settings: Settings): string | null {
  const port = error instanceof Error && 'port' in error ? Number(error.port) : Number.NaN
  const name = port === settings.MQTT_PORT ? 'MQTT_PORT' : 'PORT'
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `port ${port} (${name}) is in use`
    case 'EACCES':
      return `port ${port} (${name}) may not be used by this account`
    case 'EADDRNOTAVAIL':
      return `address ${settings.HOST} (HOST) is not one of this machine`
    default:
      return null
  }
}

/**
 * Runs a command that opens things and stays, or ends by itself. What can't be done is one line on the error output and a
 * non-zero exit. A signal closes what was opened, in order, and ends it; a second one ends it at once.
 * @param work is given `opened`, to say how each thing it opened is closed; answers whether to stay
 */
export async function runCommand(work: (opened: (close: () => unknown) => void) => Promise<'stay' | 'end'>): Promise<void> {
  const closers: (() => unknown)[] = []
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= (async () => {
      for (const one of closers.toReversed()) await one()
    })()
    return closing
  }
  const complain = (error: unknown) => {
    const text = error instanceof StartError || !(error instanceof Error) ? String(error).replace(/^Error: /, '') : (error.stack ?? error.message)
    process.stderr.write(`drover: ${text}\n`)
  }
  const end = (signal: NodeJS.Signals) => {
    if (closing) process.exit(signal === 'SIGINT' ? 130 : 143)
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        complain(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  try {
    if ((await work((one) => void closers.push(one))) === 'stay') return
    await close()
    process.exit(0)
  } catch (error) {
    // What breaks while a signal closes everything is no news.
    if (closing) return
    complain(error)
    await close().catch(complain)
    process.exit(1)
  }
}
