import { expect, test } from 'vitest'
import { flapMs } from '#contract/alerts/alertActs.ts'
import type { ClearedBecause } from '#contract/alerts/alerts.ts'
import type { NewAlert } from '../db/alerts.ts'
import { Recorder } from './recorder.ts'

const alert: NewAlert = {
  kind: 'LOW_BATTERY',
  severity: 'MINOR',
  subjectType: 'NECKBAND',
  subjectId: 3,
  subjectName: 'N3',
  farmId: 1,
  penId: null,
  animalId: 7,
  raisedAt: 1000,
  sinceAt: 1000,
  detail: {},
}

test.each<[what: string, later: number, again: Partial<NewAlert>, because: ClearedBecause | null, count: number]>([
  ['of the same animal is opened again', flapMs, {}, null, 1],
  ['later than that is another', flapMs + 1, {}, null, 2],
  ['of a collar that another animal wears by then is another', flapMs, { animalId: 8 }, null, 2],
  ['on another farm is another', flapMs, { farmId: 2 }, null, 2],
  ['after somebody ended it is another', flapMs, {}, 'RULE_OFF', 2],
])('raising an alert again after it cleared: %s', async (_what, later, again, because, count) => {
  const recorder = new Recorder(new Set(), () => ({ longitude: null, latitude: null }))
  const [raised] = await recorder.raise([alert])
  await recorder.clear([{ id: raised?.id ?? 0, at: 2000, because }])
  const [other] = await recorder.raise([{ ...alert, ...again, raisedAt: 2000 + later }])
  const { animalId, farmId } = { ...alert, ...again }
  expect([other?.id, recorder.alerts.length, recorder.alerts.at(-1)]).toEqual([
    count,
    count,
    expect.objectContaining({ animalId, farmId, clearedAt: null }),
  ])
})
