import { endpoints } from '#contract/calls/endpoints.ts'
import type { Call } from '../calls.ts'

/** Calls of the parties of a project, each made by one of its users. */
export type PartyCalls = Record<'pm' | 'supervisor' | 'bank' | 'borrower', Call>

/** Actions that end the troubles caused by records. */
export type Remedies = Record<
  'COVERAGE_LOW' | 'DAILY_LOG_MISSING' | 'INSURANCE_EXPIRING',
  (calls: PartyCalls) => Promise<unknown>
>

const price = (unitPrice: string, pricedOn: string) => ({ unitPrice, pricedOn, priceSource: 'Market' })
const pageSize = 100

/**
 * Pledges and insures the herd of a farm so that troubles without readings occur too: the loan is too large, the insurance ends in three weeks, and
 * no log is written.
 * Its pens form one zone, in which animals may move freely, with capacity for exactly their animals.
 * @param endsOn last day of the recording on the farm
 */
export async function pledgeTroubles(calls: PartyCalls, farmId: number, endsOn: string): Promise<Remedies> {
  const { pm } = calls
  for (const { id, version, name, polygon, heads } of (await pm(endpoints.pens.list, { farmId, pageSize })).list) {
    await pm(endpoints.pens.addOrEdit, { id, version, farmId, name, polygon, capacity: heads, zone: 'home' })
  }
  const animals = (await pm(endpoints.animals.list, { farmId, pageSize })).list
  const ids = animals.map(({ id }) => id)
  const { projectId, lineId } = await openProject(calls, farmId, animals)
  const insure = async (call: Call, number: string, until: string) => {
    const { id: policyId } = await call(endpoints.insurancePolicies.addOrEdit, {
      farmId,
      insurer: 'Mutual',
      number,
      startsOn: '2026-01-01',
      endsOn: until,
      sumPerHead: '900',
    })
    await call(endpoints.insuredAnimals.insure, { policyId, ids, allowsTwice: true })
  }
  await insure(pm, 'ending', '2026-05-20')
  return {
    COVERAGE_LOW: async (now) => {
      const { ticketId } = await now.pm(endpoints.collateral.reprice, {
        id: projectId,
        collateralId: lineId,
        ...price('2000', endsOn),
        reason: 'The market rose.',
      })
      await approve([now.bank], ticketId)
    },
    DAILY_LOG_MISSING: (now) =>
      now.pm(endpoints.dailyLogs.add, {
        id: projectId,
        key: crypto.randomUUID(),
        farmId,
        day: endsOn,
        monitorStatus: 'NORMAL',
        handCount: ids.length,
        counts: [],
        text: '',
        photos: [],
        writtenAt: `${endsOn}T20:30:00Z`,
        correctsId: null,
      }),
    INSURANCE_EXPIRING: (now) => insure(now.pm, 'next', '2027-05-20'),
  }
}

/** Opens a project on a farm whose herd covers the loan, but by less than was agreed. */
async function openProject(
  { pm, supervisor, bank, borrower }: PartyCalls,
  farmId: number,
  animals: readonly { id: number; categoryId: number }[],
) {
  const [earlier] = (await borrower(endpoints.projects.list, {})).list
  const [unit] = await pm(endpoints.lookups.unitNames, {})
  const [first] = animals
  if (!earlier || !unit || !first) throw new Error('nobody to lend, or nothing to lend on')
  const { bankOrgId, borrowerOrgId } = earlier
  const { id, version } = await pm(endpoints.projects.addOrEdit, {
    id: 0,
    code: 'TROUBLES',
    name: 'Troubles',
    bankOrgId,
    borrowerOrgId,
    farms: [{ id: farmId }],
    loanAmount: '15000',
    contractHeadcount: animals.length,
    startsOn: '2026-05-01',
    endsOn: '2027-04-30',
  })
  const line = {
    categoryId: first.categoryId,
    unitId: unit.id,
    quantity: String(animals.length),
    ...price('1000', '2026-04-30'),
  }
  const { id: lineId } = await pm(endpoints.collateral.create, {
    id,
    ...line,
    animalIds: animals.map((animal) => animal.id),
  })
  const { openTicketId } = await pm(endpoints.projects.submit, { id, version })
  await approve([supervisor, bank, borrower], openTicketId)
  return { projectId: id, lineId }
}

async function approve(calls: readonly Call[], ticketId: number | null): Promise<void> {
  if (ticketId === null) throw new Error('nothing is asked for')
  for (const call of calls) await call(endpoints.tickets.approve, { ticketId, decision: 'APPROVED' })
}
