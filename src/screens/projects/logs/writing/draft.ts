import type { DailyLogDetail, FarmDay, ProjectDay } from '#contract/projects/days/dailyLogs.ts'
import type { StoredLog } from '../../../../storage/logShelf.ts'

/** Returns a UUID, as `crypto.randomUUID` is missing without HTTPS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

interface Beginning {
  key: string
  userId: number
  project: Pick<ProjectDay, 'id' | 'code'>
  farm: Pick<FarmDay, 'farmId' | 'name' | 'timeZone' | 'pens'>
  /** Current day in the farm's time zone: `2026-05-01`. */
  day: string
}

/** Returns an empty log; counts are never filled in automatically. */
export function newDraft({ key, userId, project, farm, day }: Beginning): StoredLog {
  return {
    key,
    userId,
    projectId: project.id,
    projectCode: project.code,
    farmId: farm.farmId,
    farmName: farm.name,
    timeZone: farm.timeZone,
    day,
    monitorStatus: 'NORMAL',
    counting: farm.pens.length > 0 ? 'PENS' : 'WHOLE',
    handCount: null,
    counts: {},
    text: '',
    photos: [],
    correctsId: null,
    writtenAt: null,
    state: 'DRAFT',
    refusal: null,
  }
}

/** Returns a log that starts with the values of the one it corrects, except its photos. */
export function correctionOf(log: DailyLogDetail, empty: StoredLog): StoredLog {
  const { id, farmId, farmName, timeZone, day, monitorStatus, handCount, text, counts } = log
  return {
    ...empty,
    farmId,
    farmName,
    timeZone,
    day,
    monitorStatus,
    counting: counts.length > 0 ? 'PENS' : 'WHOLE',
    handCount: counts.length > 0 ? null : handCount,
    counts: Object.fromEntries(counts.map(({ farmSlotId, heads }) => [farmSlotId, heads])),
    text,
    correctsId: id,
  }
}

/** Returns whether a log contains input worth saving. */
export function isWorthKeeping({ monitorStatus, handCount, counts, text, photos }: StoredLog): boolean {
  return (
    monitorStatus === 'ABNORMAL' ||
    handCount !== null ||
    Object.keys(counts).length > 0 ||
    text.trim() !== '' ||
    photos.length > 0
  )
}

/** Parses a typed number of heads, ignoring other characters. Null: empty. */
export function readHeads(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '').slice(0, 6)
  return digits === '' ? null : Number(digits)
}
