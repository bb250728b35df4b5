import { describe, expect, it } from 'vitest'
import { isLoopback, readSettings, secondFactorRolesOf, StartError, urlOf } from './settings.ts'

describe('settings', () => {
  it('use defaults and treat empty variables as unset', () => {
    expect(readSettings({ PORT: '', DEMO: '', HOME: '/root' })).toMatchObject({
      PORT: 8000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      MQTT_PORT: 1883,
    })
    expect(readSettings({ DEMO: '' }).DEMO).toBeUndefined()
    expect(readSettings({ PORT: '0', MQTT_URL: 'mqtts://user:secret@broker.example:8883' })).toMatchObject({
      PORT: 0,
      MQTT_URL: 'mqtts://user:secret@broker.example:8883',
    })
  })

  it.each([
    ['PORT', 'abc', 'not a port number, 0 to 65535'],
    ['PORT', '70000', 'not a port number, 0 to 65535'],
    ['PORT', '-1', 'not a port number, 0 to 65535'],
    ['PORT', '80.5', 'not a port number, 0 to 65535'],
    ['MQTT_PORT', '65536', 'not a port number, 0 to 65535'],
    ['MQTT_URL', 'ws://127.0.0.1:9001', 'not an address that begins with mqtt:// or mqtts://'],
    ['MQTT_URL', 'broker.example', 'not an address that begins with mqtt:// or mqtts://'],
    ['DATABASE_URL', 'mysql://127.0.0.1/drover', 'not an address that begins with postgres:// or postgresql://'],
    ['PUBLIC_URL', 'drover.example.com', 'not an address that begins with http:// or https://'],
    ['SMTP_URL', 'https://mail.example.com', 'not an address that begins with smtp:// or smtps://'],
    ['DEMO', 'yes', 'none of 0, 1'],
    ['MAX_READING_AGE_DAYS', '0', 'not a number of days, above 0 and up to 3660'],
    ['KEEP_READINGS_DAYS', '6', 'not a whole number of days, 7 to 3660'],
    ['METRICS_TOKEN', 'short', 'shorter than 16 characters'],
    ['LOG_LEVEL', 'loud', 'none of fatal, error, warn, info, debug, silent'],
  ])('refuse %s=%s with a plain message', (name, value, words) => {
    const sender = name === 'SMTP_URL' ? { MAIL_FROM: 'post@example.com' } : {}
    expect(() => readSettings({ [name]: value, ...sender })).toThrow(new StartError(`bad setting — ${name}: ${words}`))
  })

  it('report all errors at once', () => {
    expect(() => readSettings({ PORT: 'x', DEMO: '2' })).toThrow(/PORT: .*; DEMO: /)
  })
})

it.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.0.0.1.example', false],
])('isLoopback(%s) is %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

it.each([
  ['127.0.0.1', 'http://127.0.0.1:8000'],
  ['localhost', 'http://localhost:8000'],
  ['::1', 'http://[::1]:8000'],
  ['::', 'http://[::]:8000'],
  ['fd00::12', 'http://[fd00::12]:8000'],
])('the host %s is reached at %s', (host, url) => {
  expect(urlOf('http', host, 8000)).toBe(url)
  expect(new URL(url).origin).toBe(url)
})

it('sends no mail or SMS by default', () => {
  expect(readSettings({ SMTP_URL: '', SMS_URL: '' })).toMatchObject({ PORT: 8000, HOST: '127.0.0.1' })
  expect(Object.keys(readSettings({}))).not.toContain('SMTP_URL')
})

it.each([
  [{}, 0],
  [{ PUBLIC_URL: 'https://drover.example.com' }, 4],
  [{ HOST: '0.0.0.0' }, 4],
  [{ TRUSTED_PROXY: 'loopback' }, 4],
  [{ SECOND_FACTOR: 'deciders' }, 4],
  [{ SECOND_FACTOR: 'everyone' }, 10],
  [{ SECOND_FACTOR: 'organisations', PUBLIC_URL: 'https://drover.example.com' }, 0],
])('%j makes %i roles need a second factor', (environment, count) => {
  expect(secondFactorRolesOf(readSettings(environment))).toHaveLength(count)
})

it('accepts all settings for mail, SMS and the public address', () => {
  const settings = {
    PUBLIC_URL: 'https://drover.example.com/',
    SMTP_URL: 'smtps://user:p%40ss@mail.example.com:465',
    MAIL_FROM: 'Drover <post@example.com>',
    SMS_URL: 'https://sms.example.com/send',
    SMS_TOKEN: 'secret',
    TRUSTED_PROXY: 'loopback, 10.0.0.0/8, ::1, fd00::/8',
  }
  expect(readSettings(settings)).toMatchObject(settings)
})

it.each(['https://bank.example', 'https://BANK.example:443/', 'http://[::1]:8000'])('accepts PUBLIC_URL %s', (url) => {
  expect(readSettings({ PUBLIC_URL: url }).PUBLIC_URL).toBe(url)
})

it.each([
  [{ PUBLIC_URL: 'drover.example.com' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'ftp://drover.example.com' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://bank.example/drover' }, 'PUBLIC_URL: more than scheme, host and port'],
  [{ PUBLIC_URL: 'https://bank.example/drover/' }, 'PUBLIC_URL: more than scheme, host and port'],
  [{ PUBLIC_URL: 'https://bank.example/?page=drover' }, 'PUBLIC_URL: more than scheme, host and port'],
  [{ PUBLIC_URL: 'https://user:secret@bank.example' }, 'PUBLIC_URL: more than scheme, host and port'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'Drover' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'a@example.com\nBcc: b@example.com' }, 'MAIL_FROM'],
  [{ SMS_URL: 'smpp://sms.example.com' }, 'SMS_URL'],
  [{ SMS_COUNTRIES: '+86' }, 'SMS_COUNTRIES'],
  [{ SMS_COUNTRIES: '86,' }, 'SMS_COUNTRIES'],
  [{ SMS_PER_HOUR: '0' }, 'SMS_PER_HOUR'],
  [{ TRUSTED_PROXY: 'proxy.example.com' }, 'TRUSTED_PROXY'],
  [{ TRUSTED_PROXY: '10.0.0.0/33' }, 'TRUSTED_PROXY'],
  [{ TRUSTED_PROXY: '10.0.0.1,' }, 'TRUSTED_PROXY'],
])('refuses to start with %j, naming %s', (environment, name) => {
  expect(() => readSettings(environment)).toThrow(StartError)
  expect(() => readSettings(environment)).toThrow(name)
})
