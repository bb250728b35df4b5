import { expect, test } from 'vitest'
import { readSettings, StartError } from './settings.ts'

test('nothing set: no mail, no SMS, and an address of our own', () => {
  expect(readSettings({ SMTP_URL: '', SMS_URL: '' })).toMatchObject({ PORT: 8000, HOST: '127.0.0.1' })
  expect(Object.keys(readSettings({}))).not.toContain('SMTP_URL')
})

test('what sends mails and SMS, and where the console is', () => {
  const settings = {
    PUBLIC_URL: 'https://drover.example.com/',
    SMTP_URL: 'smtps://user:p%40ss@mail.example.com:465',
    MAIL_FROM: 'Drover <post@example.com>',
    SMS_URL: 'https://sms.example.com/send',
    SMS_TOKEN: 'secret',
  }
  expect(readSettings(settings)).toMatchObject(settings)
})

test.each([
  [{ PUBLIC_URL: 'drover.example.com' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'ftp://drover.example.com' }, 'PUBLIC_URL'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'https://mail.example.com', MAIL_FROM: 'a@example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'Drover' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'a@example.com\nBcc: b@example.com' }, 'MAIL_FROM'],
  [{ SMS_URL: 'smpp://sms.example.com' }, 'SMS_URL'],
])('%j ends the start with a line that names %s', (environment, name) => {
  expect(() => readSettings(environment)).toThrow(StartError)
  expect(() => readSettings(environment)).toThrow(name)
})
