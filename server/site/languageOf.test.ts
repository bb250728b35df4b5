import { expect, test } from 'vitest'
import { languageCookie, languageOf } from './languageOf.ts'

test.each([
  [undefined, undefined, 'zh-CN', 'zh-CN', 'ltr'],
  ['en-US', 'locale=pt-BR', 'en-US', 'en-US', 'ltr'],
  ['EN', undefined, 'en-US', 'en-US', 'ltr'],
  [undefined, 'a=b; locale=pt-BR; c=d', 'pt-BR', 'pt-BR', 'ltr'],
  ['', 'locale=zh-TW', 'zh-TW', 'zh-TW', 'ltr'],
  ['ar-EG', undefined, 'ar', 'en-US', 'rtl'],
  ['he', 'locale=pt-BR', 'he', 'en-US', 'rtl'],
  ['xx', undefined, 'zh-CN', 'zh-CN', 'ltr'],
  ['<script>', 'locale=<b>', 'zh-CN', 'zh-CN', 'ltr'],
  [undefined, 'notlocale=pt-BR', 'zh-CN', 'zh-CN', 'ltr'],
])('reads lang %s and cookie %s as %s, shown in %s, %s', (lang, cookies, asked, language, direction) => {
  expect(languageOf(lang, cookies)).toEqual({ asked, language, direction })
})

test('marks the cookie as secure only on an HTTPS site', () => {
  expect(languageCookie(languageOf('ar', undefined), 'https://a.example')).toMatch(/^locale=ar; .*; Secure$/)
  expect(languageCookie(languageOf('ar', undefined), 'http://127.0.0.1')).not.toContain('Secure')
})
