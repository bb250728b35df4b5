import { describe, expect, test } from 'vitest'
import type { SheetCell } from '../../imports/sheetCell.ts'
import { code, day, number, text } from './describe.ts'
import { cellReader } from './values.ts'

const number_ = (written: string): SheetCell => ({ number: written })

describe('a text', () => {
  const read = cellReader(text('animal.visualTag'))
  test.each<[SheetCell, object]>([
    ['A-17', { value: 'A-17' }],
    [number_('17'), { value: '17' }],
    [number_('156000212345678'), { value: '156000212345678' }],
    // All digits are present, regardless of the sheet's notation.
    [number_('1.56000212345678E14'), { value: '156000212345678' }],
    [number_('1.56E+14'), { fault: 'SHORTENED' }],
    [number_('1560002123456780'), { fault: 'SHORTENED' }],
    ['1.56E+14', { fault: 'SHORTENED' }],
    ['1,56E+14', { fault: 'SHORTENED' }],
    ['1E5', { value: '1E5' }],
    [{ day: '2026-05-01' }, { fault: 'TURNED_INTO_DATE' }],
    [true, { value: 'true' }],
    [null, { value: undefined }],
  ])('%j', (cell, expected) => expect(read(cell)).toEqual(expected))
})

describe('a day', () => {
  const read = cellReader(day('animal.birthDate', 'farmId'))
  test.each<[SheetCell, object]>([
    [{ day: '2026-05-01' }, { value: '2026-05-01' }],
    [number_('46143'), { value: '2026-05-01' }],
    [number_('46143.5'), { value: '2026-05-01' }],
    ['46143', { value: '2026-05-01' }],
    ['2026-05-01', { value: '2026-05-01' }],
    ['2026/5/1', { value: '2026-05-01' }],
    ['2026年5月1日', { value: '2026-05-01' }],
    ['2026-05-01 00:00:00', { value: '2026-05-01' }],
    ['2026-02-30', { fault: 'NOT_A_DATE' }],
    // The month is ambiguous.
    ['01/05/2026', { fault: 'NOT_A_DATE' }],
    [number_('60'), { fault: 'NOT_A_DATE' }],
    ['soon', { fault: 'NOT_A_DATE' }],
    [null, { value: undefined }],
  ])('%j', (cell, expected) => expect(read(cell)).toEqual(expected))
})

describe('a number', () => {
  const read = cellReader(number('gateway.longitude'))
  test.each<[SheetCell, object]>([
    [number_('116.5'), { value: 116.5 }],
    ['-43.25', { value: -43.25 }],
    ['-43,25', { value: -43.25 }],
    ['1.000,5', { fault: 'NOT_A_NUMBER' }],
    ['east', { fault: 'NOT_A_NUMBER' }],
    [null, { value: undefined }],
  ])('%j', (cell, expected) => expect(read(cell)).toEqual(expected))
})

describe('a code', () => {
  const read = cellReader(code('animal.sex', ['FEMALE', 'MALE'], (sex) => `sex.${sex}`))
  test.each<[SheetCell, object]>([
    ['FEMALE', { value: 'FEMALE' }],
    ['母', { value: 'FEMALE' }],
    [' Male ', { value: 'MALE' }],
    ['fêmea', { value: 'FEMALE' }],
    ['both', { fault: 'UNKNOWN_WORD' }],
    [null, { value: undefined }],
  ])('%j', (cell, expected) => expect(read(cell)).toEqual(expected))
})
