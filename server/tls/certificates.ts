import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { codeOf } from '../errorCode.ts'
import { isLoopback, type Settings, StartError } from '../settings.ts'

/** A certificate, with those between it and its root, and its key: PEM. */
export interface Certificate {
  cert: string
  key: string
}

/** The certificates of the listeners; null: they speak plain. */
export interface Certificates {
  http: Certificate | null
  mqtt: Certificate | null
}

/** @throws StartError one line that names the setting whose file can't be used */
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
    throw new StartError(`${name}_TLS_CERT and ${name}_TLS_KEY are no certificate and its key: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { cert, key }
}

async function readPem(name: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`${path} (${name}) can't be read: ${codeOf(error)}`)
  })
}

/**
 * Secrets of sources and passwords of people go over no network in plain, unless somebody has said so.
 * @throws StartError one line that names the settings by which they would
 */
export function requireEncryption({ ALLOW_PLAINTEXT: allowed, HOST, MQTT_HOST = HOST, ...settings }: Settings): void {
  const { HTTP_TLS_CERT, MQTT_TLS_CERT, MQTT_URL, PUBLIC_URL } = settings
  const http = [
    ...(isLoopback(HOST) || HTTP_TLS_CERT !== undefined ? [] : [`HOST ${HOST} without HTTP_TLS_CERT`]),
    ...(PUBLIC_URL === undefined || !isPlain(PUBLIC_URL, 'http:') ? [] : [`PUBLIC_URL ${PUBLIC_URL} without https`]),
  ]
  const mqtt =
    MQTT_URL === undefined
      ? isLoopback(MQTT_HOST) || MQTT_TLS_CERT !== undefined ? [] : [`MQTT_HOST ${MQTT_HOST} without MQTT_TLS_CERT`]
      : isPlain(MQTT_URL, 'mqtt:') && new URL(MQTT_URL).username !== '' ? ['MQTT_URL with a password and without mqtts'] : []
  const open = [...(allowed.includes('http') ? [] : http), ...(allowed.includes('mqtt') ? [] : mqtt)]
  if (open.length === 0) return
  const words = [...(http.length > 0 ? ['http'] : []), ...(mqtt.length > 0 ? ['mqtt'] : [])].join()
  throw new StartError(`passwords and secrets would cross the network in plain text: ${open.join(', ')}; ALLOW_PLAINTEXT=${words} permits it`)
}

function isPlain(address: string, protocol: string): boolean {
  const url = new URL(address)
  return url.protocol === protocol && !isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1'))
}

/** Shows certificates that were renewed since the start; until they can be read, the ones before stay. */
export async function renewCertificates(settings: Settings, log: Pick<Logger, 'warn'>, show: (certificates: Certificates) => void): Promise<void> {
  try {
    show(await readCertificates(settings))
  } catch (error) {
    log.warn({ error: String(error) }, 'the certificates can’t be read again')
  }
}
