import type { Rejection, RejectReason } from '#contract/herd/readings.ts'
import type { IngestCount } from '../db/readings/batch.ts'
import type { Outcome } from './intake.ts'
import type { PendingMessage } from './queue.ts'
import type { FarmTally } from './rates.ts'
import { countedAs, type Validated } from './validation/validation.ts'

const minuteMs = 60_000

/** Returns the reason that a rejection is counted by: users of the gateway's farm see the counts and must not learn of other owners. */
function countedReason({ reason, field }: Rejection): RejectReason {
  if (reason !== 'SEVERAL_OWNERS') return reason
  return field === 'gateway' ? 'UNKNOWN_GATEWAY' : 'UNKNOWN_DEVICE'
}

/** Counts a batch for the summary: by minute, source, gateway and result. */
export function countUp(
  pending: readonly PendingMessage[],
  validated: Validated,
  duplicates: ReadonlySet<number>,
): IngestCount[] {
  const counts = new Map<string, IngestCount>()
  const add = ({ sourceId, countedGateway: gateway, receivedAt }: PendingMessage, result: string, count: number) => {
    if (count === 0) return
    const minuteAt = Math.floor(receivedAt / minuteMs) * minuteMs
    const key = `${minuteAt} ${sourceId} ${result} ${gateway}`
    const entry = counts.get(key)
    if (entry) entry.count += count
    else counts.set(key, { minuteAt, sourceId, gateway, result, count })
  }
  const stored = storedByOwner(pending.length, validated, duplicates)
  for (const [owner, message] of pending.entries()) {
    add(message, 'stored', stored[owner]?.stored ?? 0)
    add(message, 'DUPLICATE', stored[owner]?.duplicate ?? 0)
    if (!message.message.ok) add(message, countedAs(message.message.reason), 1)
    for (const rejection of validated.rejected[owner] ?? []) add(message, countedReason(rejection), 1)
  }
  // Always in one order, so that two writers cannot deadlock.
  return [...counts.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}

/** Counts a batch by farm, without messages of unknown farms and duplicates. */
export function tallyByFarm(
  pending: readonly PendingMessage[],
  validated: Validated,
  duplicates: ReadonlySet<number>,
): FarmTally[] {
  const tallies = new Map<string, FarmTally>()
  const add = ({ farmId, sourceId }: PendingMessage, result: FarmTally['result'], count: number) => {
    if (count === 0 || farmId === 0) return
    const key = `${farmId} ${sourceId} ${result}`
    const tally = tallies.get(key)
    if (tally) tally.count += count
    else tallies.set(key, { farmId, sourceId, result, count })
  }
  const stored = storedByOwner(pending.length, validated, duplicates)
  for (const [owner, message] of pending.entries()) {
    add(message, 'stored', stored[owner]?.stored ?? 0)
    if (!message.message.ok) add(message, countedAs(message.message.reason), 1)
    for (const rejection of validated.rejected[owner] ?? [])
      if (!rejection.kept) add(message, countedReason(rejection), 1)
  }
  return [...tallies.values()]
}

/** Returns how many readings of each message were stored, and how many were duplicates. */
function storedByOwner(
  owners: number,
  validated: Validated,
  duplicates: ReadonlySet<number>,
): { stored: number; duplicate: number }[] {
  const counts = Array.from({ length: owners }, () => ({ stored: 0, duplicate: 0 }))
  for (const [i, owner] of validated.owners.entries()) {
    const count = counts[owner]
    if (count === undefined) continue
    if (duplicates.has(i)) count.duplicate++
    else count.stored++
  }
  return counts
}

/** Returns the result of each message of a stored batch, in order. */
export function outcomesOf(
  pending: readonly PendingMessage[],
  validated: Validated,
  duplicates: ReadonlySet<number>,
): Outcome[] {
  const counts = storedByOwner(pending.length, validated, duplicates)
  return pending.map(({ message }, owner) => {
    if (!message.ok) return { kind: 'unreadable', reason: message.reason, field: message.field }
    const rejected = (validated.rejected[owner] ?? []).toSorted((a, b) => a.index - b.index)
    const { stored, duplicate } = counts[owner] ?? { stored: 0, duplicate: 0 }
    // A simulated message contains no reading that could be refused, so its sender gets no error.
    const refused = new Set(
      rejected.filter(({ kept, reason }) => !kept && reason !== 'SIMULATED').map(({ index }) => index),
    )
    return { kind: 'read', stored, duplicate, rejected, sent: stored + duplicate + refused.size }
  })
}
