import type { RehearsalAssumption, RehearsalExample, RehearsalResult } from '#contract/alerts/rehearsals.ts'
import { type SubjectKey, subjectKey } from '../alerts/alertStore.ts'
import { isInShift } from '../alerts/schedules/farmShifts.ts'
import { toInstant } from '../clock.ts'
import type { HerdRecords } from '../db/herdRecords.ts'
import type { RehearsalAsk } from './ask.ts'
import type { PastAlert } from './recorder.ts'

interface Rehearsed {
  ask: RehearsalAsk
  /** The evaluated span; epoch ms. */
  span: { from: number; to: number }
  assumptions: readonly RehearsalAssumption[]
  farms: HerdRecords['farms']
  /** Alerts by the current rules, and by the proposed ones. */
  sides: readonly [readonly PastAlert[], readonly PastAlert[]]
  animals: number
  readings: number
  tookMs: number
}

type Counts = { today: number; rehearsed: number }

const maxSubjects = 20
const maxExamples = { ADDED: 6, REMOVED: 6, SAME: 3 } as const
/** Time of a track shown before and after the alert, ms. */
const aroundMs = 30 * 60_000
const maxTrackMs = 24 * 3_600_000

/** Returns what two sets of rules raised in one span, and how they differ. */
export function buildRehearsalResult({
  ask,
  span,
  assumptions,
  farms,
  sides,
  animals,
  readings,
  tookMs,
}: Rehearsed): RehearsalResult {
  const own = sides.map((alerts) => alerts.filter(({ kind }) => kind === ask.kind)) as [PastAlert[], PastAlert[]]
  const inSpan = own.map((alerts) => alerts.filter(({ raisedAt }) => raisedAt >= span.from)) as [
    PastAlert[],
    PastAlert[],
  ]
  const openBefore = own.map(
    (alerts) =>
      alerts.filter(({ raisedAt, clearedAt }) => raisedAt < span.from && (clearedAt === null || clearedAt > span.from))
        .length,
  )
  const placeOf = new Map(farms.map(({ id, name, timeZone }) => [id, { name, local: localTimes(timeZone) }]))
  const dayOf = (alert: PastAlert) =>
    placeOf.get(alert.farmId)?.local(alert.raisedAt).date ?? toInstant(alert.raisedAt).slice(0, 10)
  const shiftsAt = shiftsOf(ask)
  const overlapsOther = [overlapping(own[1]), overlapping(own[0])] as const
  const removed = inSpan[0].filter((alert) => !overlapsOther[0](alert))
  const added = inSpan[1].filter((alert) => !overlapsOther[1](alert))
  const same = inSpan[1].filter((alert) => overlapsOther[1](alert))

  const days = new Map<string, Counts>()
  const first = farms[0]
  if (first)
    for (let at = span.from; at < span.to + 86_400_000; at += 43_200_000)
      days.set(localTimes(first.timeZone)(Math.min(at, span.to - 1)).date, { today: 0, rehearsed: 0 })
  const shifts = ask.shifts.map((shift) => ({ ...shift, today: 0, rehearsed: 0 }))
  const outsideShifts = { today: 0, rehearsed: 0 }
  const subjects = new Map<SubjectKey, Counts & { alert: PastAlert }>()
  for (const [side, alerts] of inSpan.entries()) {
    const name = side === 0 ? 'today' : 'rehearsed'
    for (const alert of alerts) {
      const day = dayOf(alert)
      const ofDay = days.get(day) ?? { today: 0, rehearsed: 0 }
      days.set(day, ofDay)
      ofDay[name]++
      const places = shiftsAt(alert)
      for (const place of places) (shifts[place] ?? outsideShifts)[name]++
      if (places.size === 0) outsideShifts[name]++
      const key = subjectKey(alert)
      const ofSubject = subjects.get(key) ?? { today: 0, rehearsed: 0, alert }
      subjects.set(key, ofSubject)
      ofSubject[name]++
    }
  }
  const farmName = (farmId: number) => placeOf.get(farmId)?.name ?? ''
  const others = [...new Set(sides.flatMap((alerts) => alerts.map(({ kind }) => kind)))]
    .filter((kind) => kind !== ask.kind)
    .map((kind) => {
      const count = (side: 0 | 1) =>
        sides[side].filter((alert) => alert.kind === kind && alert.raisedAt >= span.from).length
      return { kind, today: count(0), rehearsed: count(1) }
    })
  const example =
    (which: RehearsalExample['which']) =>
    ({
      longitude,
      latitude,
      subjectType,
      subjectId,
      subjectName,
      farmId,
      animalId,
      severity,
      sinceAt,
      raisedAt,
      clearedAt,
    }: PastAlert): RehearsalExample => ({
      which,
      subjectType,
      subjectId,
      subjectName,
      farmId,
      farmName: farmName(farmId),
      animalId,
      severity,
      longitude,
      latitude,
      sinceAt: toInstant(sinceAt),
      raisedAt: toInstant(raisedAt),
      clearedAt: clearedAt === null ? null : toInstant(clearedAt),
      trackFrom: toInstant(Math.max(sinceAt, raisedAt - maxTrackMs) - aroundMs),
      trackTo: toInstant(raisedAt + aroundMs),
    })
  return {
    from: toInstant(span.from),
    to: toInstant(span.to),
    farms: farms.length,
    animals,
    readings,
    tookMs,
    assumptions: [...assumptions],
    totals: {
      today: inSpan[0].length,
      rehearsed: inSpan[1].length,
      added: added.length,
      removed: removed.length,
      same: same.length,
      openBefore: { today: openBefore[0] ?? 0, rehearsed: openBefore[1] ?? 0 },
    },
    days: [...days]
      .map(([day, counts]) => ({ day, ...counts }))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
    shifts,
    outsideShifts,
    subjects: [...subjects.values()]
      .toSorted(
        (one, other) =>
          other.today + other.rehearsed - one.today - one.rehearsed || one.alert.subjectId - other.alert.subjectId,
      )
      .slice(0, maxSubjects)
      .map(({ today, rehearsed, alert: { subjectType, subjectId, subjectName, farmId, animalId } }) => ({
        subjectType,
        subjectId,
        subjectName,
        farmId,
        farmName: farmName(farmId),
        animalId,
        today,
        rehearsed,
      })),
    others,
    examples: [
      ...spread(added, maxExamples.ADDED).map(example('ADDED')),
      ...spread(removed, maxExamples.REMOVED).map(example('REMOVED')),
      ...spread(same, maxExamples.SAME).map(example('SAME')),
    ],
  }
}

/** Returns a function: whether an alert overlaps in time with one of these about its subject. */
function overlapping(alerts: readonly PastAlert[]): (alert: PastAlert) => boolean {
  const bySubject = Map.groupBy(alerts, subjectKey)
  return (alert) =>
    bySubject
      .get(subjectKey(alert))
      ?.some(
        (other) => other.raisedAt <= (alert.clearedAt ?? Infinity) && alert.raisedAt <= (other.clearedAt ?? Infinity),
      ) === true
}

/** Returns items spread evenly over a list, at most `most`. */
function spread<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / most)
  return Array.from({ length: Math.min(most, list.length) }, (_, place) => list[Math.floor(place * step)] as T)
}

/** Returns a function that lists the indexes of shifts on duty at an alert's farm and time; empty when nobody is on shift. */
function shiftsOf({ ofFarms }: RehearsalAsk): (alert: PastAlert) => Set<number> {
  const locals = new Map(ofFarms.map(({ timeZone }) => [timeZone, localTimes(timeZone)]))
  const byFarm = Map.groupBy(ofFarms, ({ farmId }) => farmId)
  return ({ farmId, raisedAt }) => {
    const currentShifts = (byFarm.get(farmId) ?? []).filter((shift) => {
      const local = locals.get(shift.timeZone)?.(raisedAt)
      return local !== undefined && isInShift(shift, local)
    })
    return new Set(currentShifts.map(({ shift }) => shift))
  }
}

/** A moment in local time of a zone. */
interface Local {
  date: string
  /** Day of the week: Monday is 1. */
  day: number
  /** Minutes since midnight. */
  minute: number
}

/** Returns a function for local times in a zone (argument epoch ms). Looks up each quarter of an hour once. */
function localTimes(timeZone: string): (at: number) => Local {
  const cache = new Map<number, Local>()
  const quarterMs = 900_000
  return (at) => {
    const quarter = Math.floor(at / quarterMs)
    let begun = cache.get(quarter)
    if (begun === undefined) {
      const local = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs).toZonedDateTimeISO(timeZone)
      begun = { date: local.toPlainDate().toString(), day: local.dayOfWeek, minute: local.hour * 60 + local.minute }
      cache.set(quarter, begun)
    }
    return { ...begun, minute: begun.minute + Math.floor((at - quarter * quarterMs) / 60_000) }
  }
}
