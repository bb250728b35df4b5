import { expect, test } from 'vitest'
import { readMessage } from './readMessage.ts'

test.each([
  [
    '您的验证码是 482913，5 分钟内有效。',
    [
      ['words', '您的验证码是 '],
      ['code', '482913'],
      ['words', '，5 分钟内有效。'],
    ],
  ],
  ['No code: 1234567, +8613800000000', [['words', 'No code: 1234567, +8613800000000']]],
  [
    '请打开 http://127.0.0.1:8000/user/activate#token=Ab_123456-x。',
    [
      ['words', '请打开 '],
      ['link', 'http://127.0.0.1:8000/user/activate#token=Ab_123456-x'],
      ['words', '。'],
    ],
  ],
  [
    'See https://a.example/b?c=1, please.',
    [
      ['words', 'See '],
      ['link', 'https://a.example/b?c=1'],
      ['words', ', please.'],
    ],
  ],
  ['', []],
])('%s', (text, pieces) => {
  expect(readMessage(text).map(({ kind, text }) => [kind, text])).toEqual(pieces)
})
