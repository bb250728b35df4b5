import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { machineSpan } from '../../clock.ts'
import { codeOf } from '../../errorCode.ts'
import { Slots } from './slots.ts'

const limits = { inAll: 3, perOrganisation: 2, maxWaitMs: 10_000, patienceMs: 5000 }
const owner = (userId: number, organisationId: number | null = 1) => ({ userId, organisationId })
let slots: Slots
beforeEach(() => {
  vi.useFakeTimers()
  slots = new Slots(limits)
})
afterEach(() => vi.useRealTimers())
const take = (userId: number, organisationId: number | null, giveWay = () => {}) =>
  slots.take(owner(userId, organisationId), giveWay)
/** Returns the code that a caller is refused with after the maximum wait. */
async function refusalOf(taking: Promise<unknown>): Promise<string> {
  const refusal = taking.then(() => '', codeOf)
  await vi.advanceTimersByTimeAsync(10_000)
  return refusal
}

test('leaves a slot to other organisations', async () => {
  await take(1, 1)
  await take(2, 1)
  expect(await refusalOf(take(3, 1))).toBe('BUSY')
  expect(await take(4, 2)).toBeDefined()
})

test('refuses an organisation with all slots at once', async () => {
  slots = new Slots({ ...limits, perOrganisation: 3 })
  await Promise.all([take(1, 1), take(2, 1), take(3, 1)])
  await expect(take(4, 1)).rejects.toMatchObject({ code: 'BUSY' })
})

test('gives a user one slot, also without an organisation', async () => {
  const slot = await take(1, null)
  await expect(take(1, null)).rejects.toMatchObject({ code: 'BUSY' })
  slot.end()
  await take(1, null)
})

test('passes a free slot to one who waits', async () => {
  const [first] = [await take(1, 1), await take(2, 2), await take(3, 3)]
  const waiting = take(4, 4)
  await vi.advanceTimersByTimeAsync(2000)
  first.end()
  expect(await waiting).toBeDefined()
})

test('passes the slot of a stalled reader to a waiting caller', async () => {
  const giveWay = vi.fn()
  const [first] = [await take(1, 1, giveWay), await take(2, 2, giveWay), await take(3, 3, giveWay)]
  first.stalledSince = machineSpan()
  const waiting = take(4, 4)
  await vi.advanceTimersByTimeAsync(4000)
  expect(giveWay).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  await waiting
  expect(giveWay).toHaveBeenCalledOnce()
})

test('lets a reader that is served keep its slot', async () => {
  await Promise.all([take(1, 1), take(2, 2), take(3, 3)])
  expect(await refusalOf(take(4, 4))).toBe('BUSY')
})
