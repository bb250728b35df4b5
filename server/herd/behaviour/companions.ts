import type { HerdColumns } from '../columns.ts'
import { flatten } from '#contract/values/flatPolygons.ts'
import { hourOf } from './behaviour.ts'

const hourMs = 3_600_000
/** Maximum reported distance of two collars in one bag, metres, given the scatter of GPS. */
const nearMetres = 10
/** Positions further apart in time than this, ms, are not compared. */
const sameTimeMs = 10 * 60_000
/** Hours together that one hour apart subtracts: animals of one group are often close, but not always. */
const apartCost = 3
/** Maximum neckbands compared per crowded square. */
const maxCompared = 16

interface Fix {
  slot: number
  x: number
  y: number
  at: number
}

/**
 * Checks once an hour which neckbands are close. A neckband keeps its companion while they stay together, else takes the close one
 * with the lowest slot, so that collars in one bag soon share one. Pairs without positions stay unchanged.
 * @param now herd time, epoch ms
 */
export function updateCompanions(columns: HerdColumns, now: number): void {
  const { behaviour } = columns
  const hour = hourOf(now)
  if (hour <= behaviour.companionsHour) return
  behaviour.companionsHour = hour
  const fixes = freshFixes(columns, now)
  const squares = Map.groupBy(fixes.values(), ({ x, y }) =>
    keyOf(Math.floor(x / nearMetres), Math.floor(y / nearMetres)),
  )
  const slotOf = new Map([...fixes.keys()].map((slot) => [columns.slots[slot]?.neckbandId ?? 0, slot]))
  for (const fix of fixes.values()) {
    const { slot } = fix
    const companionId = behaviour.companionId[slot] as number
    const companion = fixes.get(slotOf.get(companionId) ?? -1)
    const hours = behaviour.togetherHours[slot] as number
    if (companionId !== 0 && (companion === undefined || Math.abs(companion.at - fix.at) > sameTimeMs)) continue
    if (companion !== undefined && isNear(companion, fix)) behaviour.togetherHours[slot] = Math.min(65_535, hours + 1)
    else if (hours > apartCost) behaviour.togetherHours[slot] = hours - apartCost
    else {
      const next = firstBeside(fix, squares)
      behaviour.companionId[slot] = next === undefined ? 0 : (columns.slots[next.slot]?.neckbandId ?? 0)
      behaviour.togetherHours[slot] = 0
    }
    behaviour.noteUnsaved(slot)
  }
}

const keyOf = (column: number, row: number) => column * 0x20_0000 + row
const isNear = (one: Fix, other: Fix) => Math.hypot(one.x - other.x, one.y - other.y) <= nearMetres

/** Returns the positions of the last hour, by slot. */
function freshFixes(
  { count, slots, fixedAt, longitude, latitude, origin }: HerdColumns,
  now: number,
): Map<number, Fix> {
  const fixes = new Map<number, Fix>()
  for (let slot = 0; slot < count; slot++) {
    const at = fixedAt[slot] as number
    if (!(at > now - hourMs) || slots[slot]?.neckbandId == null) continue
    const [x, y] = flatten([longitude[slot] as number, latitude[slot] as number], origin)
    fixes.set(slot, { slot, x, y, at })
  }
  return fixes
}

function firstBeside(fix: Fix, squares: ReadonlyMap<number, readonly Fix[]>): Fix | undefined {
  const [column, row] = [Math.floor(fix.x / nearMetres), Math.floor(fix.y / nearMetres)]
  let first: Fix | undefined
  for (let across = -1; across <= 1; across++) {
    for (let up = -1; up <= 1; up++) {
      for (const other of squares.get(keyOf(column + across, row + up))?.slice(0, maxCompared) ?? []) {
        if (other.slot >= fix.slot || (first !== undefined && other.slot >= first.slot)) continue
        if (Math.abs(other.at - fix.at) <= sameTimeMs && isNear(other, fix)) first = other
      }
    }
  }
  return first
}

/** Neckbands that may not be on animals, and for how many hours each has been like the others. */
export interface CollarGroup {
  /** PLACE: they move together; SIGNAL: they lie at one signal strength of one gateway. */
  by: 'PLACE' | 'SIGNAL'
  members: { visualTag: string; hours: number }[]
}

/** Returns the groups of neckbands that have been alike for at least `leastHours`. */
export function collarGroups(columns: HerdColumns, leastHours: number): CollarGroup[] {
  return [...placeGroups(columns, leastHours), ...signalGroups(columns, leastHours)]
}

function placeGroups({ count, slots, behaviour }: HerdColumns, leastHours: number): CollarGroup[] {
  const found: number[] = []
  for (let slot = 0; slot < count; slot++) if ((behaviour.togetherHours[slot] as number) >= leastHours) found.push(slot)
  if (found.length === 0) return []
  const tagOf = new Map(
    slots.flatMap(({ neckbandId, visualTag }) => (neckbandId === null ? [] : [[neckbandId, visualTag]])),
  )
  return [...Map.groupBy(found, (slot) => behaviour.companionId[slot] as number)].flatMap(([companionId, group]) => {
    const leader = tagOf.get(companionId)
    if (leader === undefined) return []
    const members = group.map((slot) => ({
      visualTag: slots[slot]?.visualTag ?? '',
      hours: behaviour.togetherHours[slot] as number,
    }))
    return [
      {
        by: 'PLACE' as const,
        members: [{ visualTag: leader, hours: Math.max(...members.map(({ hours }) => hours)) }, ...members],
      },
    ]
  })
}

/** Maximum difference in signal strength of neckbands that lie together, dB. */
const alikeDecibels = 4

function signalGroups({ count, slots, behaviour }: HerdColumns, leastHours: number): CollarGroup[] {
  const { signals, stillSince } = behaviour
  const found: { slot: number; hours: number }[] = []
  for (let slot = 0; slot < count; slot++) {
    const hours = signals.steadyHours(slot)
    if (hours < leastHours || slots[slot]?.neckbandId == null) continue
    const stillMs = (behaviour.motionToldAt[slot] as number) - (stillSince[slot] as number)
    // If it reports movement data, that data must say that it is still.
    if (stillMs < leastHours * hourMs) continue
    found.push({ slot, hours })
  }
  return [...Map.groupBy(found, ({ slot }) => signals.gatewayId[slot] as number).values()].flatMap((heard) => {
    const groups: { level: number; members: CollarGroup['members'] }[] = []
    for (const { slot, hours } of heard.toSorted((a, b) => signals.level(a.slot) - signals.level(b.slot))) {
      const level = signals.level(slot)
      const member = { visualTag: slots[slot]?.visualTag ?? '', hours }
      const last = groups.at(-1)
      if (last && level - last.level <= alikeDecibels) last.members.push(member)
      else groups.push({ level, members: [member] })
    }
    return groups.map(({ members }) => ({ by: 'SIGNAL' as const, members }))
  })
}
