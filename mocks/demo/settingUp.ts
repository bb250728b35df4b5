import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '../calls.ts'
import type { Appointment } from './calendar.ts'
import type { Office } from './office.ts'

const hourMs = 3_600_000

/** Policies by farm index: when they end, and their number. */
const policies = [
  { farm: 0, endsInDays: 9, number: 'ZMNX-2026-0417' },
  { farm: 1, endsInDays: 211, number: 'ZMNX-2026-0418' },
  { farm: 2, endsInDays: 148, number: 'ZMNX-2026-0433' },
  { farm: 3, endsInDays: 24, number: 'BJNX-2026-1102' },
  { farm: 5, endsInDays: 96, number: 'BJNX-2026-1109' },
  { farm: 6, endsInDays: 301, number: 'BJNX-2026-1115' },
] as const

/** Insures the herds of most farms. Two policies end soon. */
export async function insureHerds({ people, calendar, farmIds, animalIds, scene }: Office): Promise<void> {
  const { call, uploadDocument } = people.pm
  for (const { farm, endsInDays, number } of policies) {
    const policy = await call(endpoints.insurancePolicies.addOrEdit, {
      farmId: farmIds[farm] ?? 0,
      insurer: number.startsWith('ZM') ? '中牧农业保险' : '北疆财产保险',
      number,
      startsOn: calendar.day(365 - endsInDays),
      endsOn: calendar.day(-endsInDays),
      sumPerHead: '9000.00',
      documentId: await uploadDocument(`${number}.pdf`, ['Insurance policy', number]),
    })
    const ids = scene.animals
      .filter((animal) => animal.farm.index === farm)
      .flatMap(({ index }) => animalIds[index] ?? [])
    await call(endpoints.insuredAnimals.insure, { policyId: policy.id, ids })
  }
}

/** Installs two cameras, whose pictures the product draws itself. */
export async function installCameras({ people, farmIds, penIds, scene }: Office, origin: string): Promise<void> {
  for (const [place, farm] of [0, 2].entries()) {
    const pen = scene.farms[farm]?.pens[0]
    const gateway = pen?.gateways[0]
    if (!pen || !gateway) continue
    await people.platform.call(endpoints.cameras.addOrEdit, {
      name: `${pen.farm.name} ${pen.name}`,
      farmId: farmIds[farm] ?? 0,
      farmSlotId: penIds[pen.index] ?? null,
      longitude: gateway.position[0],
      latitude: gateway.position[1],
      snapshotAddress: `${origin}/demo/pictures/camera-${place + 1}.jpg`,
    })
  }
}

/** Puts both project managers on a roster: one by day, one by night. */
export async function planShifts({ people }: Office): Promise<void> {
  const { people: staff } = await people.supervisor.call(endpoints.rosters.list, {})
  const [first, second] = staff.filter(({ isAdministrator }) => !isAdministrator)
  if (!first || !second) return
  const days = [1, 2, 3, 4, 5, 6, 7]
  await people.supervisor.call(endpoints.rosters.addOrEdit, {
    name: '监管值班',
    timeZone: 'Asia/Shanghai',
    watchedFarmIds: [],
    shifts: [
      { layer: 1, personId: first.id, days, from: 7 * 60, to: 19 * 60 },
      { layer: 1, personId: second.id, days, from: 19 * 60, to: 7 * 60 },
    ],
  })
}

const newcomers = [
  {
    hoursAgo: 30,
    organizationName: '赤峰活畜监管公司',
    organizationRole: 'SUPERVISOR',
    creditCode: '91150400MA0GA0WA1R',
    contact: '高娃',
    address: '内蒙古赤峰市红山区钢铁街 21 号',
    userName: 'gaowa',
    telephone: '+8613900000021',
    email: 'gaowa@example.com',
  },
] as const

/** Lists the registrations of organisations that wait for the platform's approval. */
export function registrationAppointments(
  { people, calendar }: Office,
  origin: string,
  outboxKey: string,
): Appointment[] {
  return newcomers.map(({ hoursAgo, ...newcomer }) => ({
    at: calendar.to - hoursAgo * hourMs,
    async keep() {
      const anyone = openCalls(origin)
      const { telephone, email } = newcomer
      const newest = async (recipient: string) => {
        const [message] = (await anyone(endpoints.outbox.list, { key: outboxKey, recipient })).list
        return message?.text ?? ''
      }
      await anyone(endpoints.auth.sendSmsCode, { telephone, smsType: 'LOGIN' })
      const captcha = /\d{6}/.exec(await newest(telephone))?.[0] ?? ''
      const licenceImageId = await people.platform.uploadPicture('licence-1')
      await anyone(endpoints.auth.register, { ...newcomer, password: 'Weide-7-Ring', licenceImageId, captcha })
      await anyone(endpoints.auth.activate, { token: /#([\w-]{20,})/.exec(await newest(email))?.[1] ?? '' })
    },
  }))
}
