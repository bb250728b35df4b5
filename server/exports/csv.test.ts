import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { csvWriter, textField } from './csv.ts'

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
  // A spreadsheet keeps it as a text.
  ['+8613800000000', '"\t+8613800000000"'],
  ['3 号圈', '3 号圈'],
  ['a=b', 'a=b'],
])('writes %j as the field %j', (text, field) => {
  expect(textField(text)).toBe(field)
})

test.each([
  ['Asia/Shanghai', '2026-05-01 11:12:05'],
  ['UTC', '2026-05-01 03:12:05'],
  ['America/Sao_Paulo', '2026-05-01 00:12:05'],
])('writes times in the zone %s', async (timeZone, shown) => {
  const iso = '2026-05-01T03:12:05.000Z'
  const writer = csvWriter({ titles: ['at'], timeZone, signal: new AbortController().signal })
  await writer.write([[{ kind: 'instant', at: Date.parse(iso), iso }]])
  writer.end()
  expect(await text(writer.stream)).toBe(`at\r\n${shown}\r\n`)
})
