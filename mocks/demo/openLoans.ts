import { endpoints } from '#contract/calls/endpoints.ts'
import type { Appointment } from './calendar.ts'
import { banks, borrowers, type LoanPlan, loanPlans } from './loans.ts'
import type { Loan, Office, UserName } from './office.ts'

const hourMs = 3_600_000
const market = '锡林浩特活畜交易市场'

/** Approves a ticket. */
export async function approve({ people }: Office, userName: UserName, ticketId: number, comment = ''): Promise<void> {
  await people[userName].call(endpoints.tickets.approve, { ticketId, decision: 'APPROVED', comment })
}

/** Lists the appointments at which the loans are drafted, asked for and agreed to. */
export function openingAppointments(office: Office): Appointment[] {
  return loanPlans.flatMap((plan, place) => {
    const draftedAt = Math.max(
      office.calendar.from + (1 + place) * 0.25 * hourMs,
      office.calendar.at(plan.openedDaysAgo, '09:10'),
    )
    const drafted: Promise<Loan>[] = []
    let ticketId = 0
    const appointments: Appointment[] = [
      { at: draftedAt, keep: async () => void drafted.push(Promise.resolve(await draft(office, plan))) },
    ]
    if (plan.becomes === 'DRAFT') return appointments
    const loan = () => drafted[0] ?? Promise.reject(new Error(`${plan.code} was not drafted`))
    appointments.push({
      at: draftedAt + 0.5 * hourMs,
      keep: async () => {
        const { id } = await loan()
        const { version } = await office.people.pm.call(endpoints.projects.detail, { id })
        ticketId = (await office.people.pm.call(endpoints.projects.submit, { id, version })).openTicketId ?? 0
      },
    })
    appointments.push({
      at: draftedAt + 1.5 * hourMs,
      keep: () => approve(office, 'supervisor', ticketId, '头数、耳标和圈舍已现场核对。'),
    })
    if (plan.becomes === 'WAITING') return appointments
    appointments.push({
      at: draftedAt + 2.5 * hourMs,
      keep: () => approve(office, plan.bank, ticketId, '授信条件已落实。'),
    })
    appointments.push({
      at: draftedAt + 3 * hourMs,
      keep: async () => {
        const borrower = borrowers[plan.borrower]
        if (borrower) await approve(office, borrower.user, ticketId)
        ;(await loan()).isOpen = true
      },
    })
    return appointments
  })
}

/** Drafts a loan with all animals of its farms. */
async function draft({ people, calendar, farmIds, loans }: Office, plan: LoanPlan): Promise<Loan> {
  const { call } = people.pm
  const ids = plan.farms.flatMap((farm) => farmIds[farm] ?? [])
  const startsOn = calendar.day(plan.openedDaysAgo)
  const bankOrgName = banks[plan.bank].name
  const borrowerOrgName = borrowers[plan.borrower]?.name ?? ''
  const partyOf = async (role: 'BANK' | 'BORROWER', name: string) =>
    (await call(endpoints.organisations.search, { role, name })).list[0]?.id ?? null
  const { id } = await call(endpoints.projects.addOrEdit, {
    id: 0,
    code: plan.code,
    name: plan.name,
    bankOrgId: await partyOf('BANK', bankOrgName),
    bankOrgName,
    borrowerOrgId: await partyOf('BORROWER', borrowerOrgName),
    borrowerOrgName,
    farms: ids.map((farmId) => ({ id: farmId })),
    loanAmount: plan.amount,
    contractHeadcount: 0,
    startsOn,
    endsOn: calendar.day(plan.openedDaysAgo - plan.termDays),
    windowMinutes: 90,
  })
  const { list: lookups } = await call(endpoints.lookups.list, { pageSize: 100 })
  const idOf = (kind: string, code: string) =>
    lookups.find((lookup) => lookup.kind === kind && lookup.code === code)?.id ?? 0
  const categoryId = idOf('CATEGORY', 'CATTLE')
  const { animals } = await call(endpoints.collateral.choose, { id, categoryId, filter: {} })
  const animalIds = animals.map((animal) => animal.id)
  const line = await call(endpoints.collateral.create, {
    id,
    categoryId,
    unitId: idOf('UNIT', 'HEAD'),
    quantity: String(animalIds.length),
    unitPrice: plan.unitPrice,
    pricedOn: startsOn,
    priceSource: market,
    haircut: plan.haircut,
    animalIds,
  })
  const { version } = await call(endpoints.projects.detail, { id })
  await call(endpoints.projects.addOrEdit, {
    id,
    version,
    code: plan.code,
    name: plan.name,
    loanAmount: plan.amount,
    contractHeadcount: animalIds.length,
    startsOn,
    endsOn: calendar.day(plan.openedDaysAgo - plan.termDays),
    windowMinutes: 90,
  })
  const loan: Loan = { plan, id, lineId: line.id, farmIds: ids, animalIds, isOpen: false }
  loans.push(loan)
  return loan
}

/** Lists the appointments at which prices are changed, balances noted and losses recorded, as the plans say. */
export function loanAppointments(office: Office): Appointment[] {
  const { calendar, people } = office
  const { pm } = people
  const loanOf = (plan: LoanPlan) => {
    const loan = office.loans.find((one) => one.plan === plan)
    if (!loan?.isOpen) throw new Error(`${plan.code} is not open`)
    return loan
  }
  return loanPlans.flatMap((plan) => [
    ...plan.prices.flatMap(({ daysAgo, unitPrice, reason }): Appointment[] => {
      let ticketId = 0
      return [
        {
          at: calendar.at(daysAgo, '09:40'),
          keep: async () => {
            const { id, lineId } = loanOf(plan)
            const repriceTicketId = await reprice(office, {
              id,
              lineId,
              haircut: plan.haircut,
              unitPrice,
              reason,
              daysAgo,
            })
            ticketId = repriceTicketId ?? 0
          },
        },
        {
          at: calendar.at(daysAgo, '11:10'),
          keep: async () => {
            await people[plan.bank].call(endpoints.tickets.comment, { ticketId, comment: '请附上周三场的成交均价。' })
            await pm.call(endpoints.tickets.comment, { ticketId, comment: '均价与本次申报一致，行情截图已归档。' })
          },
        },
        {
          at: calendar.at(daysAgo, '14:30'),
          keep: () => approve(office, plan.bank, ticketId, '与市场报价相符，同意调整。'),
        },
      ]
    }),
    ...plan.balances.map(({ daysAgo, balance }): Appointment => ({
      at: calendar.at(daysAgo, '16:20'),
      keep: async () => {
        const { id } = loanOf(plan)
        const source = '核心系统还款流水'
        const asOf = calendar.day(daysAgo)
        await people[banks[plan.bank].clerk].call(endpoints.loanBalances.add, { id, balance, asOf, source })
      },
    })),
    ...plan.losses.map(({ daysAgo, kind, reason }, place): Appointment => ({
      at: calendar.at(daysAgo, '08:40'),
      keep: async () => {
        const { id, animalIds, farmIds } = loanOf(plan)
        const lost = animalIds.splice(7 + 11 * place, 1)
        const documentId = await pm.uploadDocument(kind === 'DEATH' ? '死亡证明.pdf' : '报案回执.pdf', [
          kind === 'DEATH' ? 'Death certificate' : 'Police report',
          `${plan.code}  ${calendar.day(daysAgo)}`,
          `Animals: ${lost.length}`,
        ])
        const happenedOn = calendar.day(daysAgo)
        await pm.call(endpoints.ledgerEntries.add, { id, kind, animalIds: lost, happenedOn, documentId, reason })
        const farmId = farmIds[0] ?? 0
        office.heads.set(farmId, (office.heads.get(farmId) ?? 0) - lost.length)
      },
    })),
  ])
}

/** Asks for another price of a line. @returns the ticket */
export async function reprice(
  { people, calendar }: Office,
  change: { id: number; lineId: number; haircut: string; unitPrice: string; reason: string; daysAgo: number },
): Promise<number | null> {
  const { id, lineId: collateralId, haircut, unitPrice, reason, daysAgo } = change
  const pricedOn = calendar.day(daysAgo)
  const terms = { unitPrice, pricedOn, priceSource: market, haircut, reason }
  return (await people.pm.call(endpoints.collateral.reprice, { id, collateralId, ...terms })).ticketId
}
