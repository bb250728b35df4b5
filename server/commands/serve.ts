import { fileURLToPath } from 'node:url'
import { startApp } from '../app/app.ts'
import type { App, AppParts } from '../app/app.ts'
import { codeOf } from '../errorCode.ts'
import { requirePrivateDemo } from '../demo/demoAccounts.ts'
import { StartError } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { requireEncryption } from '../tls/certificates.ts'

const distDir = fileURLToPath(new URL('../../dist', import.meta.url))

/**
 * Starts the server.
 * @throws StartError one line: an unavailable port, a demo exposed to the network, or an unencrypted connection
 */
export async function serve(parts: Omit<AppParts, 'distDir'>): Promise<App> {
  await requirePrivateDemo(parts.sql, parts.settings)
  requireEncryption(parts.settings)
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
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return isOfBroker(error, settings)
        ? `address ${settings.MQTT_HOST} (MQTT_HOST) is not one of this machine`
        : `address ${settings.HOST} (HOST) is not one of this machine`
    default:
      return null
  }
}

/** Returns whether the unavailable address is that of the embedded broker. */
function isOfBroker(error: unknown, { MQTT_HOST }: Settings): boolean {
  if (!(error instanceof Error) || MQTT_HOST === undefined) return false
  return ('address' in error && error.address === MQTT_HOST) || ('hostname' in error && error.hostname === MQTT_HOST)
}
