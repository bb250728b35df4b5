import { expect, test } from 'vitest'
import { correctionOf, isWorthKeeping, newDraft, newKey, readHeads } from './draft.ts'

const farm = {
  farmId: 3,
  name: '敖包牧场',
  timeZone: 'Asia/Shanghai',
  pens: [{ id: 7, name: '1', ledger: 58, heard: 57 }],
}
const empty = newDraft({ key: newKey(), userId: 1, project: { id: 2, code: 'XM-1' }, farm, day: '2026-05-01' })

test('creates a different UUID as each key', () => {
  const keys = Array.from({ length: 200 }, newKey)
  expect(new Set(keys).size).toBe(200)
  expect(
    keys.filter((key) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(key)),
  ).toEqual([])
})

test('starts a log without counts, worth saving once filled in', () => {
  expect([empty.counts, empty.handCount, isWorthKeeping(empty)]).toEqual([{}, null, false])
  expect(
    newDraft({ key: 'k', userId: 1, project: { id: 2, code: 'P' }, farm: { ...farm, pens: [] }, day: '2026-05-01' })
      .counting,
  ).toBe('WHOLE')
  const changes = [{ text: ' x' }, { handCount: 0 }, { counts: { 7: 0 } }, { monitorStatus: 'ABNORMAL' as const }]
  expect(changes.map((change) => isWorthKeeping({ ...empty, ...change }))).toEqual([true, true, true, true])
  expect(isWorthKeeping({ ...empty, text: '  ' })).toBe(false)
})

test.each([
  ['58', 58],
  ['', null],
  ['-3', 3],
  ['1,024 ', 1024],
  ['12345678', 123456],
  ['abc', null],
  ['0', 0],
])('reads %j as %j heads', (text, heads) => {
  expect(readHeads(text)).toBe(heads)
})

test('copies the corrected log without photos, under a new key', () => {
  const log = {
    id: 9,
    projectId: 2,
    farmId: 3,
    farmName: '敖包牧场',
    timeZone: 'Asia/Shanghai',
    day: '2026-04-30',
    author: '苏日娜',
    monitorStatus: 'ABNORMAL' as const,
    handCount: 60,
    text: '少一头',
    photoCount: 1,
    writtenAt: '2026-04-30T10:00:00.000Z',
    receivedAt: '2026-04-30T10:00:00.000Z',
    isLate: false,
    correctsId: null,
    correctedById: null,
    canCorrect: true,
    boundary: { type: 'Polygon' as const, coordinates: [] },
    counts: [{ farmSlotId: 7, name: '1', heads: 60 }],
    photos: [],
  }
  const correction = correctionOf(log, empty)
  expect(correction).toMatchObject({
    key: empty.key,
    correctsId: 9,
    day: '2026-04-30',
    monitorStatus: 'ABNORMAL',
    counting: 'PENS',
    handCount: null,
    counts: { 7: 60 },
    text: '少一头',
    photos: [],
  })
})
