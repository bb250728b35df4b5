import type { DailyLogDetail, FarmDay, ProjectDay } from '#contract/projects/days/dailyLogs.ts'
import type { KeptLog } from '../../../../storage/logShelf.ts'

/** A UUID; `crypto.randomUUID` is not there where the console is reached without https. */
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
  /** Of the farm: `2026-05-01`. */
  day: string
}

/** A log with nothing in it: what is counted is for a person to say. */
export function newDraft({ key, userId, project, farm, day }: Beginning): KeptLog {
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

/** A log that begins as the one that it corrects; its photos stay where they are. */
export function correctionOf(log: DailyLogDetail, empty: KeptLog): KeptLog {
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

/** Whether there is something in a log that would be missed. */
export function isWorthKeeping({ monitorStatus, handCount, counts, text, photos }: KeptLog): boolean {
  return monitorStatus === 'ABNORMAL' || handCount !== null || Object.keys(counts).length > 0 || text.trim() !== '' || photos.length > 0
}

/** Heads as they are typed: digits alone. Null: none. */
export function readHeads(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '').slice(0, 6)
  return digits === '' ? null : Number(digits)
}
