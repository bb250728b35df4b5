import { randomUUID } from 'node:crypto'
import { endpoints } from '#contract/calls/endpoints.ts'
import { RefusedError } from '../calls.ts'
import { chance, hash } from '../herd/random.ts'
import type { Appointment } from './calendar.ts'
import type { Loan, Office } from './office.ts'

const minuteMs = 60_000
const ordinary = [
  '巡场一遍，饮水、草料正常。',
  '牛群采食正常，圈舍已清理。',
  '兽医到场检查，无异常。',
  '围栏完好，饮水槽已除冰。',
  '补饲青贮两车，牛群膘情良好。',
  '上午打防疫针，逐头核对耳标。',
] as const
const odd = ['东侧围栏有一处松动，已通知牧场修补。', '两头牛跛行，已隔离观察。', '饮水管冻裂，下午修好。'] as const
const explanations = ['项圈未上报，巡场时在圈舍见到。', '人工点到，项圈待更换。'] as const
const differs = '人工点数少一头，次日复点一致。'

/** Days before the last one on which a loan's day was left open, by code. */
const openDays: Readonly<Record<string, readonly number[]>> = { 'XM-2026-015': [1], 'XM-2026-012': [1, 4] }

/** Lists the evenings: on each farm of an open loan a log with a hand count, some with photos; then the loan's day is closed. */
export function dayAppointments(office: Office, days: number): Appointment[] {
  const { calendar } = office
  const appointments: Appointment[] = []
  for (let daysAgo = days; daysAgo >= 0; daysAgo--) {
    for (const [place, code] of openLoanCodes().entries()) {
      const at = calendar.at(daysAgo, '17:40') + (place * 11 + (hash(daysAgo, place) % 30)) * minuteMs
      const closeAt = calendar.at(daysAgo, '20:40') + place * 4 * minuteMs
      const loan = () => office.loans.find(({ plan, isOpen }) => isOpen && plan.code === code)
      if (at > calendar.from && at < calendar.to)
        appointments.push({ at, keep: () => writeLogs(office, loan(), { at, daysAgo }) })
      if (closeAt > calendar.from && closeAt < calendar.to)
        appointments.push({ at: closeAt, keep: () => closeDay(office, loan(), daysAgo) })
    }
  }
  return appointments

  function openLoanCodes(): string[] {
    return office.plans.filter(({ becomes }) => becomes === 'RUNNING' || becomes === 'CLOSING').map(({ code }) => code)
  }
}

async function writeLogs(
  { people, calendar, heads, farmIds, scene }: Office,
  loan: Loan | undefined,
  { at, daysAgo }: { at: number; daysAgo: number },
): Promise<void> {
  if (!loan) return
  const writer = people[loan.id % 2 === 0 ? 'pm' : 'pm2']
  for (const farmId of loan.farmIds) {
    const index = farmIds.indexOf(farmId)
    const luck = chance(index, daysAgo, 5)
    // Yesterday one farm's log was forgotten.
    if (daysAgo === 1 && index === 7) continue
    const isOdd = luck < 0.06
    const headsOfFarm = heads.get(farmId) ?? 0
    const [longitude, latitude] = scene.farms[index]?.origin ?? [0, 0]
    const photos =
      isOdd || (index * 5 + daysAgo) % 7 === 0 ? [await writer.uploadPicture(`pen-${(index * 5 + daysAgo) % 13}`)] : []
    if (photos.length > 0 && daysAgo % 3 === 0)
      photos.push(await writer.uploadPicture(`trough-${(index + daysAgo) % 6}`))
    await writer.call(endpoints.dailyLogs.add, {
      id: loan.id,
      key: randomUUID(),
      farmId,
      day: calendar.day(daysAgo),
      monitorStatus: isOdd ? 'ABNORMAL' : 'NORMAL',
      handCount: isOdd && luck < 0.02 ? headsOfFarm - 1 : headsOfFarm,
      counts: [],
      text: (isOdd ? odd[daysAgo % odd.length] : ordinary[(index + daysAgo) % ordinary.length]) ?? '',
      photos: photos
        .filter((imageId) => imageId !== null)
        .map((imageId) => ({ imageId, longitude, latitude, accuracyM: 8, takenAt: at - 12 * minuteMs })),
      writtenAt: at - 2 * minuteMs,
      correctsId: null,
    })
  }
}

async function closeDay({ people, calendar }: Office, loan: Loan | undefined, daysAgo: number): Promise<void> {
  if (!loan || openDays[loan.plan.code]?.includes(daysAgo)) return
  const { call } = people[loan.id % 2 === 0 ? 'pm' : 'pm2']
  const { id } = loan
  const day = calendar.day(daysAgo)
  const { list } = await call(endpoints.projectHeads.list, { id, state: ['UNACCOUNTED'], pageSize: 200 })
  if (list.length > 0) {
    const animalIds = list.map((head) => head.id)
    const explanation = explanations[daysAgo % explanations.length] ?? ''
    await call(endpoints.projectHeads.explain, { id, animalIds, explanation })
  }
  try {
    await call(endpoints.dayCloses.add, { id, day })
  } catch (error) {
    // A hand count that differs needs a note.
    if (!(error instanceof RefusedError) || error.code !== 'CONFLICT') throw error
    await call(endpoints.dayCloses.add, { id, day, note: differs })
  }
}
