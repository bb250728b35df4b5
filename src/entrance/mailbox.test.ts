import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['a@qq.com', 'https://mail.qq.com/'],
  ['A.B@163.COM', 'https://mail.163.com/'],
  ['a@uol.com.br', 'https://email.uol.com.br/'],
  ['a@ranch.example', 'mailto:a@ranch.example'],
  ['a"?bcc=b@x.example', 'mailto:a%22%3Fbcc%3Db@x.example'],
])('the mail of %s is read at %s', (email, address) => {
  expect(mailboxOf(email)).toBe(address)
})
