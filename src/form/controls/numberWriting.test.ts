// @vitest-environment node
import { expect, test } from 'vitest'
import { numberWriting } from './numberWriting.ts'

test.each([
  ['zh-CN', '1,234.5', '1234.5'],
  ['zh-CN', '１２３４．５', '1234.5'],
  ['en-US', ' 13 800 ', '13800'],
  ['en-US', '60,000.50', '60000.50'],
  ['pt-BR', '60.000,50', '60000.50'],
  ['pt-BR', '60000,50', '60000.50'],
  ['zh-CN', '60000.', '60000'],
  ['pt-BR', '1.234,5', '1234.5'],
  ['pt-BR', '-0,25', '-0.25'],
  ['en-US', '.5', '.5'],
  ['en-US', '', ''],
  ['en-US', '1e9', ''],
  ['en-US', '12 head', ''],
])('%s reads %s', (locale, typed, value) => {
  expect(numberWriting(locale, undefined).read(typed)).toBe(value)
})

test.each([
  ['pt-BR', '60000.50'],
  ['pt-BR', '60,000.50'],
  ['pt-BR', '0.25'],
  ['pt-BR', '0.500'],
  ['en-US', '0,750'],
  ['zh-CN', '60.000,50'],
  ['zh-CN', '60,00'],
  ['zh-CN', '60000,50'],
  ['en-US', '1,2345'],
  ['en-US', '1,,000'],
  ['en-US', '1 2'],
  ['en-US', '500.505'],
  ['en-US', '60.000'],
  ['pt-BR', '500,505'],
])('%s refuses %s as an amount', (locale, typed) => {
  expect(numberWriting(locale, 2).read(typed)).toBe('')
})

test('writes numbers in the language’s format and reads them back', () => {
  expect(numberWriting('pt-BR', 2).write(1_234_567.5)).toBe('1.234.567,50')
  expect(numberWriting('zh-CN', undefined).write(1234.125)).toBe('1,234.125')
  // More than a binary float holds.
  expect(numberWriting('en-US', 2).write('90071992547409.93')).toBe('90,071,992,547,409.93')
  for (const locale of ['zh-CN', 'zh-TW', 'en-US', 'pt-BR']) {
    const { write, read } = numberWriting(locale, 2)
    expect(read(write(98_765.25))).toBe('98765.25')
  }
})
