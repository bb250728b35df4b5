import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { startApp } from '../app.ts'
import type { App } from '../app.ts'
import type { Clock } from '../clock.ts'
import { codeOf } from '../db/away.ts'
import type { Sql } from '../db/connect.ts'
import { StartError } from '../settings.ts'
import type { Settings } from '../settings.ts'

const distDir = fileURLToPath(new URL('../../dist', import.meta.url))

export function createLog({ LOG_LEVEL }: Settings): Logger {
  return pino({ level: LOG_LEVEL })
}

/**
 * Puts the server together and opens its doors.
 * @throws StartError one line that names a port that can't be had
 */
export async function serve(parts: { settings: Settings; sql: Sql; clock: Clock; log: Logger }): Promise<App> {
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

/** Runs a command: what stops it is one line on the error output and a non-zero exit. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`drover: ${error instanceof StartError ? error.message : (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`)
    process.exit(1)
  }
}

/** Runs `stop` once when the process is told to end, and ends it. A second signal ends it at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const end = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143)
    stopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`drover: ${error instanceof Error ? error.message : String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
}
