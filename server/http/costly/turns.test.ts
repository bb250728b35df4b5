import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const signal = new AbortController().signal

/** Starts work that runs until `end` is called with its name. */
function works(turns: Turns) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
    begin: (account: number, name: string, under = signal) =>
      turns.take(account, under, () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      }),
  }
}

test('limits concurrent work per account and queues the rest in order', async () => {
  const { begin, begun, end } = works(new Turns({ concurrency: 2, inAll: 9, waiting: 10 }))
  const all = Promise.all([...['a', 'b', 'c', 'd'].map((name) => begin(1, name)), begin(2, 'x')])
  expect(begun).toEqual(['a', 'b', 'x'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'x', 'c'])
  for (const name of ['a', 'c', 'd', 'x']) await end(name)
  expect(await all).toEqual(['a', 'b', 'c', 'd', 'x'])
})

test('refuses beyond the queue limit; failed or aborted work frees its turn', async () => {
  const turns = new Turns({ concurrency: 1, inAll: 9, waiting: 2 })
  const { begin, begun, end } = works(turns)
  const broken = Promise.withResolvers<never>()
  const failing = turns.take(1, signal, () => broken.promise)
  const late = new AbortController()
  const given = begin(1, 'late', late.signal)
  const last = begin(1, 'last')
  await expect(begin(1, 'refused')).rejects.toMatchObject({ code: 'BUSY', status: 503, retryAfterSeconds: 5 })
  late.abort(new Error('nobody waits'))
  broken.reject(new Error('broken'))
  expect(
    (await Promise.allSettled([failing, given])).map((one) => one.status === 'rejected' && String(one.reason)),
  ).toEqual(['Error: broken', 'Error: nobody waits'])
  expect(begun).toEqual(['last'])
  await end('last')
  expect(await last).toBe('last')
})

test('limits concurrent work of all accounts and serves them in order', async () => {
  const { begin, begun, end } = works(new Turns({ concurrency: 2, inAll: 2, waiting: 10 }))
  const all = Promise.all([begin(1, 'a'), begin(1, 'b'), begin(1, 'c'), begin(2, 'x')])
  expect(begun).toEqual(['a', 'b'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'x'])
  for (const name of ['b', 'x', 'c']) await end(name)
  await all
})

test('lets organisations take turns, also with many accounts', async () => {
  const turns = new Turns({ concurrency: 3, inAll: 1, waiting: 10 })
  const { begun, end } = works(turns)
  const ends = new Map<string, () => void>()
  const begin = (account: number, organisation: number, name: string) =>
    turns.take(
      account,
      signal,
      () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      },
      organisation,
    )
  const all = Promise.all([begin(1, 1, 'a'), begin(2, 1, 'b'), begin(3, 1, 'c'), begin(4, 1, 'd'), begin(9, 2, 'x')])
  for (const name of ['a', 'b', 'x']) {
    ends.get(name)?.()
    await end(name)
  }
  expect(begun).toEqual(['a', 'b', 'x', 'c'])
  for (const name of ['c', 'd']) {
    ends.get(name)?.()
    await end(name)
  }
  await all
})
