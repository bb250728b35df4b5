import { expect, test } from 'vitest'
import { webmailOf } from './webmail.ts'

test.each([
  ['a@qq.com', 'https://mail.qq.com/'],
  ['A.B@163.COM', 'https://mail.163.com/'],
  ['a@uol.com.br', 'https://email.uol.com.br/'],
  ['a@ranch.example', 'mailto:a@ranch.example'],
  ['a"?bcc=b@x.example', 'mailto:a%22%3Fbcc%3Db@x.example'],
])('finds the webmail of %s at %s', (email, address) => {
  expect(webmailOf(email)).toBe(address)
})
