import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings, StartError } from '../settings.ts'
import { otherTestCertificate, testCertificate } from '../testing/testCertificates.ts'
import { readCertificates, renewCertificates, requireEncryption } from './certificates.ts'

let folder: string
const path = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover-tls-'))
  await writeFile(path('cert'), testCertificate.cert)
  await writeFile(path('key'), testCertificate.key)
  await writeFile(path('other key'), otherTestCertificate.key)
})
afterAll(() => rm(folder, { recursive: true }))

const read = (environment: Record<string, string>) => readCertificates(readSettings(environment))

describe('certificates', () => {
  test('are read where settings name them', async () => {
    expect(await read({})).toEqual({ http: null, mqtt: null })
    expect(await read({ MQTT_TLS_CERT: path('cert'), MQTT_TLS_KEY: path('key') })).toEqual({
      http: null,
      mqtt: testCertificate,
    })
    expect(await read({ HTTP_TLS_CERT: path('cert'), HTTP_TLS_KEY: path('key') })).toEqual({
      http: testCertificate,
      mqtt: null,
    })
  })

  test.each([
    [{ HTTP_TLS_CERT: 'cert', HTTP_TLS_KEY: 'nowhere' }, "HTTP_TLS_KEY) can't be read: ENOENT"],
    [
      { MQTT_TLS_CERT: 'cert', MQTT_TLS_KEY: 'other key' },
      'MQTT_TLS_CERT and MQTT_TLS_KEY are no certificate and its key',
    ],
    [{ MQTT_TLS_CERT: 'key', MQTT_TLS_KEY: 'key' }, 'MQTT_TLS_CERT and MQTT_TLS_KEY are no certificate and its key'],
  ])('are refused at start with %j', async (names, words) => {
    await expect(
      read(Object.fromEntries(Object.entries(names).map(([name, value]) => [name, path(value)]))),
    ).rejects.toThrow(words)
  })

  test('stay in use when renewed ones can’t be read', async () => {
    const shown: unknown[] = []
    const warned: unknown[] = []
    const log = { warn: (...words: unknown[]) => void warned.push(words) }
    const settings = readSettings({ MQTT_TLS_CERT: path('cert'), MQTT_TLS_KEY: path('key') })
    await renewCertificates(settings, log, (certificates) => void shown.push(certificates))
    await renewCertificates(
      { ...settings, MQTT_TLS_KEY: path('other key') },
      log,
      (certificates) => void shown.push(certificates),
    )
    expect([shown, warned.length]).toEqual([[{ http: null, mqtt: testCertificate }], 1])
  })
})

test.each([
  [{ MQTT_TLS_CERT: 'cert' }, /MQTT_TLS_CERT: goes with MQTT_TLS_KEY/],
  [{ HTTP_TLS_KEY: 'key' }, /HTTP_TLS_CERT: goes with HTTP_TLS_KEY/],
  [{ ALLOW_PLAINTEXT: '1' }, /ALLOW_PLAINTEXT: none of http, mqtt or http,mqtt/],
])('refuses %j', (environment, words) => {
  expect(() => readSettings(environment)).toThrow(words)
})

test('uses port 8883 by default for a broker with TLS', () => {
  const tls = { MQTT_TLS_CERT: 'cert', MQTT_TLS_KEY: 'key' }
  expect([
    readSettings({}).MQTT_PORT,
    readSettings(tls).MQTT_PORT,
    readSettings({ ...tls, MQTT_PORT: '1884' }).MQTT_PORT,
  ]).toEqual([1883, 8883, 1884])
})

describe('passwords and secrets', () => {
  const http = { HTTP_TLS_CERT: 'cert', HTTP_TLS_KEY: 'key' }
  const mqtt = { MQTT_TLS_CERT: 'cert', MQTT_TLS_KEY: 'key' }
  const faultOf = (environment: Record<string, string>) => {
    try {
      requireEncryption(readSettings(environment))
      return ''
    } catch (error) {
      if (error instanceof StartError) return error.message
      throw error
    }
  }

  test.each([
    {},
    { HOST: '::1' },
    { HOST: '127.0.0.1', PUBLIC_URL: 'https://drover.example.com', TRUSTED_PROXY: 'loopback' },
    { HOST: '0.0.0.0', ...http, ...mqtt },
    { HOST: '0.0.0.0', ...http, MQTT_HOST: '127.0.0.1' },
    { HOST: '127.0.0.1', MQTT_HOST: '0.0.0.0', ...mqtt },
    { HOST: '0.0.0.0', ALLOW_PLAINTEXT: 'http,mqtt' },
    { HOST: '0.0.0.0', ...mqtt, ALLOW_PLAINTEXT: 'http' },
    { MQTT_URL: 'mqtts://source:secret@broker.example.com' },
    { MQTT_URL: 'mqtt://source:secret@127.0.0.1' },
    { MQTT_URL: 'mqtt://broker.example.com' },
  ])('are accepted with %j', (environment) => {
    expect(faultOf(environment)).toBe('')
  })

  test.each([
    [
      { HOST: '0.0.0.0' },
      'HOST 0.0.0.0 without HTTP_TLS_CERT, MQTT_HOST 0.0.0.0 without MQTT_TLS_CERT; ALLOW_PLAINTEXT=http,mqtt',
    ],
    [{ HOST: '::', ...mqtt }, 'HOST :: without HTTP_TLS_CERT; ALLOW_PLAINTEXT=http permits'],
    [{ MQTT_HOST: '10.0.0.1' }, 'MQTT_HOST 10.0.0.1 without MQTT_TLS_CERT; ALLOW_PLAINTEXT=mqtt permits'],
    [{ HOST: '10.0.0.1', ...http, ALLOW_PLAINTEXT: 'http' }, 'MQTT_HOST 10.0.0.1 without MQTT_TLS_CERT'],
    [{ PUBLIC_URL: 'http://drover.example.com' }, 'PUBLIC_URL http://drover.example.com without https'],
    [{ MQTT_URL: 'mqtt://source:secret@broker.example.com' }, 'MQTT_URL with a password and without mqtts'],
  ])('are refused in plain text over a network with %j', (environment, words) => {
    expect(faultOf(environment)).toContain(words)
    expect(faultOf(environment)).not.toContain('source:secret')
  })
})
