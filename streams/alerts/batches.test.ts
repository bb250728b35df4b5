import { TestScheduler } from 'rxjs/testing'
import { expect, test } from 'vitest'
import { inBatches } from './batches.ts'

test.each([
  ['one comes at once', 'a-----------|', 'A-----------|'],
  ['what comes after a pause comes at once, too', 'a-----------b|', 'A-----------B|'],
  ['many in a pause come together at its end', 'abcd--------|', 'A----C------|'],
  ['a stream of them comes once a pause', 'abcd--e-----|', 'A----C----E-|'],
])('%s', (_what, given, wanted) => {
  const batches = { A: ['a'], B: ['b'], C: ['b', 'c', 'd'], E: ['e'] }
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ hot, expectObservable }) => {
    expectObservable(hot(given).pipe(inBatches(5))).toBe(wanted, batches)
  })
})
