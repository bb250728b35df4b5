import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ZipFile } from 'yazl'
import type { Cell } from '../exports/cells.ts'
import { xlsxWriter } from '../exports/xlsx.ts'
import { createSheetReader } from './sheetReader.ts'

// Each file is read by its own process.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let file = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover sheets '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const log = { warn: () => {} }
async function read(
  content: Buffer | string,
  options: { maxRows?: number; maxBytes?: number; maxMs?: number } = {},
  known: string[] = [],
) {
  const path = join(folder, String(file++))
  await writeFile(path, content)
  const answer = await createSheetReader({ log, maxRows: 100, ...options }).read(
    path,
    `${path}.rows`,
    known,
    new AbortController().signal,
  )
  if ('refusal' in answer) return answer.refusal
  return (await readFile(`${path}.rows`, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}
async function xlsx(titles: string[], rows: Cell[][]): Promise<Buffer> {
  const writer = xlsxWriter({ titles, total: rows.length, timeZone: 'UTC', signal: new AbortController().signal })
  const whole = buffer(writer.stream)
  await writer.write(rows)
  writer.end()
  return whole
}
const text = (value: string): Cell => ({ kind: 'text', text: value })

test('reads numbers of an XLSX file as text and days as days', async () => {
  const cells: Cell[] = [
    text(' 01 '),
    { kind: 'number', value: 156000212345678 },
    { kind: 'date', day: '2026-05-01' },
    { kind: 'boolean', value: true },
    null,
    text('x'),
  ]
  const rows = await read(await xlsx(['a', 'b', 'c', 'd', 'e', 'f'], [cells, [null], [text('z')]]))
  expect(rows).toEqual([
    [1, ['a', 'b', 'c', 'd', 'e', 'f']],
    [2, ['01', { number: '156000212345678' }, { day: '2026-05-01' }, true, null, 'x']],
    [4, ['z']],
  ])
})

describe('CSV file', () => {
  const rows = [
    [1, ['可视耳标', '养殖场']],
    [2, ['01', '敖包牧场']],
  ]
  const lines = (delimiter: string, end = '\r\n') =>
    rows.map(([, cells]) => (cells as string[]).join(delimiter)).join(end)
  const gb18030 = [
    191, 201, 202, 211, 182, 250, 177, 234, 44, 209, 248, 214, 179, 179, 161, 10, 48, 49, 44, 176, 189, 176, 252, 196,
    193, 179, 161,
  ]
  test.each<[string, Buffer | string]>([
    ['UTF-8 with commas', lines(',')],
    ['UTF-8 with a mark and semicolons', `\uFEFF${lines(';')}`],
    ['UTF-8 with tabs and bare line ends', lines('\t', '\n')],
    [
      'UTF-16 as spreadsheets write text',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines('\t'), 'utf16le')]),
    ],
  ])('is read in %s', { tags: 'long' }, async (_name, content) => {
    expect(await read(content, {}, ['可视耳标', '养殖场'])).toEqual(rows)
  })

  test('is read in GB18030', async () => {
    expect(await read(Buffer.from(gb18030), {}, ['可视耳标', '养殖场'])).toEqual(rows)
  })

  test('is read in the encoding of Brazilian spreadsheets', { tags: 'long' }, async () => {
    expect(await read(Buffer.from('Raça;Fazenda\nnelore;São João', 'latin1'), {}, ['raça', 'fazenda'])).toEqual([
      [1, ['Raça', 'Fazenda']],
      [2, ['nelore', 'São João']],
    ])
  })

  test('is read with quotes, line ends and delimiters in fields', async () => {
    expect(await read('a,b,c\n"x, ""y""\nz",\'=1+1,\n\n"last"')).toEqual([
      [1, ['a', 'b', 'c']],
      [2, ['x, "y"\nz', '=1+1']],
      [4, ['last']],
    ])
  })
})

describe('refused file', () => {
  test('is an old or protected sheet', async () => {
    expect(await read(Buffer.from('d0cf11e0a1b11ae10000', 'hex'))).toBe('OLD_SHEET')
  })

  test.each<[string, Buffer | string, string]>([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'NOT_A_SHEET'],
    ['half an archive', Buffer.from('504b0304140000000800', 'hex'), 'NOT_A_SHEET'],
    ['nothing', '', 'NO_ROWS'],
    ['titles alone', 'a,b\n\n', 'NO_ROWS'],
    ['too many rows', `a\n${'x\n'.repeat(101)}`, 'TOO_MANY_ROWS'],
  ])('is %s', { tags: 'long' }, async (_name, content, refusal) => expect(await read(content)).toBe(refusal))

  test('is an archive that unpacks to more than the memory limit', { tags: 'long' }, async () => {
    const zip = new ZipFile()
    const parts = ['[Content_Types].xml', 'xl/workbook.xml', 'xl/_rels/workbook.xml.rels']
    for (const part of parts) zip.addBuffer(Buffer.from('<x/>'), part)
    const zeros = Buffer.alloc(1024 ** 2, 32)
    zip.addReadStream(
      Readable.from(
        (function* () {
          for (let i = 0; i < 400; i++) yield zeros
        })(),
      ),
      'xl/worksheets/sheet1.xml',
    )
    zip.end()
    const bomb = await buffer(zip.outputStream)
    expect(bomb.length).toBeLessThan(1024 ** 2)
    expect(await read(bomb, { maxBytes: 200 * 1024 ** 2 })).toBe('TOO_LARGE')
  })

  test('is a sheet whose cells exceed the memory limit', async () => {
    const many = await xlsx(
      ['a'],
      Array.from({ length: 150_000 }, (_, row) => [text(`A${row}`)]),
    )
    expect(await read(many, { maxBytes: 160 * 1024 ** 2 })).toBe('TOO_LARGE')
  })

  test('takes longer than the time limit', async () => {
    expect(await read('a\nb', { maxMs: 1 })).toBe('TOO_LARGE')
  })
})

test('stops reading when the caller aborts', async () => {
  const path = join(folder, String(file++))
  await writeFile(path, 'a\nb')
  const end = new AbortController()
  const reading = createSheetReader({ log, maxRows: 100 }).read(path, `${path}.rows`, [], end.signal)
  end.abort()
  expect(await reading).toEqual({ refusal: 'BROKEN_OFF' })
})
