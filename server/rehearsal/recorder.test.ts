import { expect, test } from 'vitest'
import { flapMs } from '#contract/alerts/alertActs.ts'
import type { NewAlert } from '../db/alerts.ts'
import { Recorder } from './recorder.ts'

test.each([
  ['of the same animal is opened again', 7, flapMs, 1],
  ['later than that is another', 7, flapMs + 1, 2],
  ['of a collar that another animal wears by then is another', 8, flapMs, 2],
])('what cleared a moment ago and is raised again %s', async (_what, animalId, later, count) => {
  const recorder = new Recorder(new Set(), () => ({ longitude: null, latitude: null }))
  const alert: NewAlert = {
    kind: 'LOW_BATTERY', severity: 'MINOR', subjectType: 'NECKBAND', subjectId: 3, subjectName: 'N3', farmId: 1, penId: null, animalId: 7, raisedAt: 1000, sinceAt: 1000, detail: {},
  }
  const [raised] = await recorder.raise([alert])
  await recorder.clear([{ id: raised?.id ?? 0, at: 2000, because: null }])
  const [again] = await recorder.raise([{ ...alert, animalId, raisedAt: 2000 + later }])
  expect([again?.id, recorder.alerts.length, recorder.alerts.at(-1)?.animalId]).toEqual([count, count, animalId])
})
