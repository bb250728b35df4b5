import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { cleanRichTexts } from './richTexts.ts'
import { createTextCleaner, type TextCleaner } from './textCleaner.ts'

const log = pino({ level: 'silent' })
let cleaner: TextCleaner | undefined
afterEach(() => cleaner?.close())

const open = (options: { mostMs?: number; idleMs?: number } = {}) => (cleaner = createTextCleaner({ log, ...options }))
const pidOf = ({ pid }: TextCleaner) => pid ?? Promise.reject(new Error('there is no process'))

test('texts are cleaned in another process, those of one call together and of each call in its order', async () => {
  const { clean } = open()
  expect(cleaner?.pid).toBeNull()
  const cleaned = await Promise.all([clean(['<b>a</b>', '<script>x</script>b']), clean(['<p onclick="x">c</p>']), clean([])])
  expect(cleaned).toEqual([['<strong>a</strong>', 'b'], ['<p>c</p>'], []])
  expect(cleaner?.pid).toEqual(expect.any(Number))
  expect(cleaner?.pid).not.toBe(process.pid)
})

test('it ends when there are no texts for a while, and is there again for the next', async () => {
  const { clean } = open({ idleMs: 20 })
  await clean(['a'])
  await expect.poll(() => cleaner?.pid).toBeNull()
  expect(await clean(['<i>b</i>'])).toEqual(['<em>b</em>'])
})

test('where it is killed the call may be made again, and the next has another process', async () => {
  const own = open()
  await own.clean(['a'])
  const killed = await pidOf(own)
  process.kill(killed, 'SIGSTOP')
  const refused = own.clean(['b']).catch((error: unknown) => error)
  process.kill(killed, 'SIGKILL')
  expect(await refused).toMatchObject({ code: 'BUSY', retryAfterSeconds: 5 })
  expect(await own.clean(['c'])).toEqual(['c'])
  expect(own.pid).not.toBe(killed)
})

test('texts that take too long are refused by the names of their fields, and leave no process', async () => {
  // No process is there so soon.
  const own = open({ mostMs: 1 })
  const cleaning = ['<p>a</p>', '<p>b</p>'].map((body) => cleanRichTexts(own, { empty: '', body }))
  for (const one of cleaning) await expect(one).rejects.toMatchObject({ code: 'BAD_SHAPE', fields: { body: 'too_big' } })
  expect(own.pid).toBeNull()
})

test('nothing is asked for texts that are empty, nor for those that have too many elements', async () => {
  const own = open()
  expect(await cleanRichTexts(own, { one: '', other: '' })).toEqual({ one: '', other: '' })
  await expect(cleanRichTexts(own, { one: 'a', other: '<p>'.repeat(20_001) })).rejects.toMatchObject({ fields: { other: 'too_big' } })
  expect(own.pid).toBeNull()
})
