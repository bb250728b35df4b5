import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { codeOf } from '../errorCode.ts'
import { isLoopback, type Settings, StartError } from '../settings.ts'

/** A certificate with its intermediate certificates, and its key, as PEM. */
export interface Certificate {
  cert: string
  key: string
}

/** Certificates of the listeners; null: without encryption. */
export interface Certificates {
  http: Certificate | null
  mqtt: Certificate | null
}

/** @throws StartError one line with the setting whose file cannot be used */
export async function readCertificates(settings: Settings): Promise<Certificates> {
  return { http: await readCertificate(settings, 'HTTP'), mqtt: await readCertificate(settings, 'MQTT') }
}

async function readCertificate(settings: Settings, name: 'HTTP' | 'MQTT'): Promise<Certificate | null> {
  const { [`${name}_TLS_CERT` as const]: certPath, [`${name}_TLS_KEY` as const]: keyPath } = settings
  if (certPath === undefined || keyPath === undefined) return null
  const [cert, key] = [await readPem(`${name}_TLS_CERT`, certPath), await readPem(`${name}_TLS_KEY`, keyPath)]
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new StartError(
      `${name}_TLS_CERT and ${name}_TLS_KEY are no certificate and its key: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return { cert, key }
}

async function readPem(name: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`${path} (${name}) can't be read: ${codeOf(error)}`)
  })
}

/**
 * Requires encryption for secrets of sources and passwords on a network, unless the settings allow plain text.
 * @throws StartError one line with the settings that would expose them
 */
export function requireEncryption({ ALLOW_PLAINTEXT: allowed, HOST, MQTT_HOST = HOST, ...settings }: Settings): void {
  const { HTTP_TLS_CERT, MQTT_TLS_CERT, MQTT_URL, PUBLIC_URL } = settings
  const http = [
    ...(isLoopback(HOST) || HTTP_TLS_CERT !== undefined ? [] : [`HOST ${HOST} without HTTP_TLS_CERT`]),
    ...(PUBLIC_URL === undefined || !isPlain(PUBLIC_URL, 'http:') ? [] : [`PUBLIC_URL ${PUBLIC_URL} without https`]),
  ]
  const mqtt =
    MQTT_URL === undefined
      ? isLoopback(MQTT_HOST) || MQTT_TLS_CERT !== undefined
        ? []
        : [`MQTT_HOST ${MQTT_HOST} without MQTT_TLS_CERT`]
      : isPlain(MQTT_URL, 'mqtt:') && new URL(MQTT_URL).username !== ''
        ? ['MQTT_URL with a password and without mqtts']
        : []
  const open = [...(allowed.includes('http') ? [] : http), ...(allowed.includes('mqtt') ? [] : mqtt)]
  if (open.length === 0) return
  const words = [...(http.length > 0 ? ['http'] : []), ...(mqtt.length > 0 ? ['mqtt'] : [])].join()
  throw new StartError(
    `passwords and secrets would cross the network in plain text: ${open.join(', ')}; ALLOW_PLAINTEXT=${words} permits it`,
  )
}

function isPlain(address: string, protocol: string): boolean {
  const url = new URL(address)
  return url.protocol === protocol && !isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1'))
}

/** Applies certificates renewed since the start; keeps the previous ones until the new ones can be read. */
export async function renewCertificates(
  settings: Settings,
  log: Pick<Logger, 'warn'>,
  show: (certificates: Certificates) => void,
): Promise<void> {
  try {
    show(await readCertificates(settings))
  } catch (error) {
    log.warn({ error: String(error) }, 'the certificates can’t be read again')
  }
}
