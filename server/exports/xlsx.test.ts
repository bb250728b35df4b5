import { buffer } from 'node:stream/consumers'
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { Cell } from './cells.ts'
import { xlsxWriter, xmlText } from './xlsx.ts'

const text = (value: string): Cell => ({ kind: 'text', text: value })

async function write(rows: Cell[][], options: { timeZone?: string; rowsPerSheet?: number; total?: number } = {}) {
  const width = rows[0]?.length ?? 1
  const titles = Array.from({ length: width }, (_, index) => `t${index}`)
  const signal = new AbortController().signal
  const writer = xlsxWriter({ titles, total: options.total ?? rows.length, timeZone: 'UTC', signal, ...options })
  const whole = buffer(writer.stream)
  await writer.write(rows)
  writer.end()
  return (await readXlsxFile(await whole)).map(({ data }) => data.slice(1))
}

test('reads back each kind of cell with its value', async () => {
  const iso = '2026-05-01T03:12:05.000Z'
  const row: Cell[] = [
    text('文本'),
    { kind: 'number', value: -1.5 },
    { kind: 'boolean', value: true },
    { kind: 'instant', at: Date.parse(iso), iso },
    { kind: 'date', day: '2026-05-01' },
    null,
    text(''),
  ]
  const [sheet] = await write([row, row])
  expect(sheet?.[0]).toEqual(['文本', -1.5, true, new Date(iso), new Date('2026-05-01'), null, null])
  expect(sheet).toHaveLength(2)
})

test.each([
  ['Asia/Shanghai', '2026-05-01T11:12:05.000Z'],
  ['America/Sao_Paulo', '2026-05-01T00:12:05.000Z'],
  ['Asia/Kathmandu', '2026-05-01T08:57:05.000Z'],
])('shows times in the zone %s', async (timeZone, shown) => {
  const iso = '2026-05-01T03:12:05.000Z'
  const [sheet] = await write([[{ kind: 'instant', at: Date.parse(iso), iso }]], { timeZone })
  expect(sheet?.[0]?.[0]).toEqual(new Date(shown))
})

test.each(['=1+1', '+x', 'a & <b> "c"', ' space ', 'two\nlines', '_x0041_', '😀', '</t>'])(
  'stores %j as plain text',
  async (value) => {
    const [sheet] = await write([[text('x'), text(value)]])
    expect(String(sheet?.[0]?.[1]).trim()).toBe(value.trim())
  },
)

test('drops characters that XML does not allow and cuts long texts', () => {
  expect(xmlText('a\u0000b\u001Fc\uFFFEd\uD800e')).toBe('abcde')
  expect(xmlText('x'.repeat(40_000))).toHaveLength(32_767)
})

test('continues on the next sheet when one is full', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => [text(`r${index}`)])
  const sheets = await write(rows, { rowsPerSheet: 10 })
  expect(sheets.map((sheet) => sheet.length)).toEqual([10, 10, 5])
  expect(sheets[2]?.[4]).toEqual(['r24'])
})
