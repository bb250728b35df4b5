import { expect, test } from 'vitest'
import { textField } from './csv.ts'

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "so"', '"say ""so"""'],
  ['two\nlines', '"two\nlines"'],
  ['cr\rhere', '"cr\rhere"'],
  ['=1+1', "'=1+1"],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t=1"'],
  ['x;=1+1', '"x;=1+1"'],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['+8613800000000', '+8613800000000'],
  ['3 号圈', '3 号圈'],
  ['a=b', 'a=b'],
])('%j as a field is %j', (text, field) => {
  expect(textField(text)).toBe(field)
})
