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
  ['3-6', '"\t3-6"'],
  ['0043', '"\t0043"'],
  ['982000123456788', '"\t982000123456788"'],
  ['1E6', '"\t1E6"'],
  ['00:12', '"\t00:12"'],
  ['2/3', '"\t2/3"'],
  ['1.10', '"\t1.10"'],
  ['JAN1', '"\tJAN1"'],
  ['6-Mar', '"\t6-Mar"'],
  ['3月6日', '"\t3月6日"'],
  ['true', '"\ttrue"'],
  ['００４３', '"\t００４３"'],
  ['1042.0', '"\t1042.0"'],
  ["'0043", '"\t\'0043"'],
  ['A-17', 'A-17'],
  ['Marble', 'Marble'],
])('keeps a spreadsheet from changing %j: %j', (text, field) => expect(textField(text)).toBe(field))

test.each([
  ['America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01 01:30:00-04:00'],
  ['America/New_York', '2026-11-01T06:30:00.000Z', '2026-11-01 01:30:00-05:00'],
  ['America/New_York', '2026-11-01T07:30:00.000Z', '2026-11-01 02:30:00'],
  ['Australia/Lord_Howe', '2026-04-04T14:45:00.000Z', '2026-04-05 01:45:00+11:00'],
])('separates an hour that occurs twice in %s: %s', async (timeZone, iso, shown) => {
  const writer = csvWriter({ titles: ['at'], timeZone, signal: new AbortController().signal })
  await writer.write([[{ kind: 'instant', at: Date.parse(iso), iso }]])
  writer.end()
  expect(await text(writer.stream)).toBe(`at\r\n${shown}\r\n`)
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
