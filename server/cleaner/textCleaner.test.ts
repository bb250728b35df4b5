import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { cleanRichTexts } from './richTexts.ts'
import { createTextCleaner, type TextCleaner } from './textCleaner.ts'

const log = pino({ level: 'silent' })
let cleaner: TextCleaner | undefined
afterEach(() => cleaner?.close())

const open = (options: { maxMs?: number; idleMs?: number } = {}) => (cleaner = createTextCleaner({ log, ...options }))
const pidOf = ({ pid }: TextCleaner) => pid ?? Promise.reject(new Error('there is no process'))

test('cleans texts in another process and returns them in order', async () => {
  const { clean } = open()
  expect(cleaner?.pid).toBeNull()
  const cleaned = await Promise.all([
    clean(['<b>a</b>', '<script>x</script>b']),
    clean(['<p onclick="x">c</p>']),
    clean([]),
  ])
  expect(cleaned).toEqual([['<strong>a</strong>', 'b'], ['<p>c</p>'], []])
  expect(cleaner?.pid).toEqual(expect.any(Number))
  expect(cleaner?.pid).not.toBe(process.pid)
})

test('ends its process when idle and starts another for new texts', async () => {
  const { clean } = open({ idleMs: 20 })
  await clean(['a'])
  await expect.poll(() => cleaner?.pid).toBeNull()
  expect(await clean(['<i>b</i>'])).toEqual(['<em>b</em>'])
})

test('fails the call with BUSY when killed and then starts another process', async () => {
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

test('refuses texts that take too long by field and ends the process', async () => {
  // No process starts within this time.
  const own = open({ maxMs: 1 })
  const cleaning = ['<p>a</p>', '<p>b</p>'].map((body) => cleanRichTexts(own, { empty: '', body }))
  for (const one of cleaning)
    await expect(one).rejects.toMatchObject({ code: 'BAD_SHAPE', fields: { body: 'too_big' } })
  expect(own.pid).toBeNull()
})

test('starts no process for empty texts or those with too many elements', async () => {
  const own = open()
  expect(await cleanRichTexts(own, { one: '', other: '' })).toEqual({ one: '', other: '' })
  await expect(cleanRichTexts(own, { one: 'a', other: '<p>'.repeat(20_001) })).rejects.toMatchObject({
    fields: { other: 'too_big' },
  })
  expect(own.pid).toBeNull()
})
