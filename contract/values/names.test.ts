import { expect, test } from 'vitest'
import { isPlainName } from './names.ts'

test.each([
  'Bank of Mongolia',
  'Монгол Банк LLC',
  '苏日娜 (Bank A)',
  'ＡＢＣ银行',
  'O’Neill-Braga & Filhos',
  'José Conceição',
  'ᠮᠣᠩᠭᠣᠯ ᠪᠠᠩᠬ\u{180e}ᠠ',
  'Ferme 3/4 – nord 🐄',
])('accepts %s', (name) => expect(isPlainName(name)).toBe(true))

test.each([
  ['a control character', 'Bank\u{7} A'],
  ['a line break', 'Bank\nA'],
  ['a right-to-left override', 'Bank\u{202e}A'],
  ['an isolate', '\u{2067}Bank A\u{2069}'],
  ['a zero-width space', 'Ba\u{200b}nk A'],
  ['a byte-order mark', 'Bank\u{feff} A'],
  ['a Cyrillic letter in a Latin word', 'B\u{430}nk A'],
  ['a Greek letter in a Latin word', 'Bank \u{391}gro'],
  ['a letter of private use', 'Bank \u{e000}'],
])('rejects %s', (_what, name) => expect(isPlainName(name)).toBe(false))
