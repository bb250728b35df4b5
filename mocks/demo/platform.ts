import { createHerd, type Herd } from '../herd/herd.ts'
import { createScene, demoSeed } from '../herd/createScene.ts'
import { platformOutlines } from '../herd/farmOutlines.ts'
import { seedRecords } from '../seedRecords.ts'
import { alertAppointments } from './alertRounds.ts'
import { createCalendar, createTimetable, dayMs } from './calendar.ts'
import { dayAppointments } from './farmDays.ts'
import { loanPlans } from './loans.ts'
import { type Office, signInAll } from './office.ts'
import { loanAppointments, openingAppointments } from './openLoans.ts'
import { platformTroubles } from './outages.ts'
import { requestAppointments } from './requests.ts'
import { insureHerds, installCameras, planShifts, registrationAppointments } from './settingUp.ts'
import { publishSite } from './site.ts'

/** The scene of the whole demo. */
export const createPlatformScene = () => createScene(demoSeed, platformOutlines)

/**
 * The herd of the whole demo.
 * @param to last instant of its history, epoch ms; the sites that are cut off are counted from there
 */
export const createPlatformHerd = (startAt: number, to: number): Herd =>
  createHerd(createPlatformScene(), { startAt, level: platformTroubles(to) })

interface PlatformDemo {
  origin: string
  /** Key of the local outbox, for the codes of newcomers. */
  outboxKey: string
  herd: Herd
  from: number
  to: number
  onMade: (animals: number) => void
}

/**
 * Creates the records of the whole demo and returns its people's timetable. All work goes through the product's own calls.
 * @returns `farmIds` in the order of the scene, and `keepUntil`, which does what is due up to an instant of herd time
 */
export async function openPlatform({ origin, outboxKey, herd: { scene }, from, to, onMade }: PlatformDemo) {
  const people = await signInAll(origin)
  const { farmIds, penIds, animalIds } = await seedRecords(people.pm.call, scene, null, onMade)
  const heads = new Map(farmIds.map((farmId, farm) => [farmId, scene.farms[farm]?.animals.length ?? 0]))
  const office: Office = {
    calendar: createCalendar(from, to),
    scene,
    people,
    farmIds,
    penIds,
    animalIds,
    heads,
    plans: loanPlans,
    loans: [],
  }
  await insureHerds(office)
  await planShifts(office)
  await publishSite(office)
  await installCameras(office, origin)
  const days = Math.round((to - from) / dayMs)
  const timetable = createTimetable([
    ...openingAppointments(office),
    ...loanAppointments(office),
    ...dayAppointments(office, days),
    ...alertAppointments(office, days),
    ...requestAppointments(office),
    ...registrationAppointments(office, origin, outboxKey),
  ])
  return { farmIds, keepUntil: timetable.keepUntil }
}
