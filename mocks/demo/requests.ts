import { endpoints } from '#contract/calls/endpoints.ts'
import type { Appointment } from './calendar.ts'
import type { Loan, Office, UserName } from './office.ts'
import { approve, reprice } from './openLoans.ts'

const hourMs = 3_600_000

/**
 * Lists the requests of the last weeks: decided ones with their comments, and at the end one that waits for each role that decides. Those that wait were
 * raised in the demo's last hours.
 */
export function requestAppointments(office: Office): Appointment[] {
  const { calendar, people } = office
  const { at, to } = calendar
  const loanOf = (code: string): Loan => {
    const loan = office.loans.find(({ plan }) => plan.code === code)
    if (!loan) throw new Error(`no loan ${code}`)
    return loan
  }
  const reject = (userName: UserName, ticketId: number, comment: string) =>
    people[userName].call(endpoints.tickets.approve, { ticketId, decision: 'REJECTED', comment })

  /** Asks for the release of some heads of a loan. */
  const release = async (code: string, heads: number, reason: string) => {
    const { id, animalIds } = loanOf(code)
    const documentId = await people.pm.uploadDocument('销售合同.pdf', ['Sales contract', code, `Animals: ${heads}`])
    const chosen = animalIds.slice(-heads)
    const { ticketId } = await people.pm.call(endpoints.releases.request, { id, animalIds: chosen, reason, documentId })
    return { ticketId, chosen }
  }
  const permit = async (code: string, heads: number, purpose: string, startsAt: number, endsAt: number) => {
    const { farmIds, animalIds } = loanOf(code)
    const { ticketId } = await people.borrower.call(endpoints.movementPermits.request, {
      farmId: farmIds[0] ?? 0,
      ids: animalIds.slice(20, 20 + heads),
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
      purpose,
      certificateNo: `蒙动检 ${String(startsAt).slice(2, 10)}`,
    })
    return ticketId
  }
  /** Asks for a later alert about silent neckbands of a loan's first farm. */
  const loosen = async (code: string, reason: string) => {
    const farmId = loanOf(code).farmIds[0] ?? 0
    const parameters = { silentMinutes: 90, usualGaps: 4, raiseDelayMinutes: 0, clearDelayMinutes: 0 }
    const rule = { kind: 'NECKBAND_SILENT', scope: 'FARM', farmId, severity: 'MAJOR', parameters, reason } as const
    return (await people.pm.call(endpoints.alertRules.request, rule)).ticketId
  }
  const done: Appointment[] = []
  /** Adds a request and what becomes of it later. */
  const story = <T>(
    first: { at: number; ask: () => Promise<T> },
    ...then: { at: number; act: (request: T) => Promise<unknown> }[]
  ) => {
    let request: Promise<T> | undefined
    done.push({
      at: first.at,
      keep: async () => {
        request = Promise.resolve(await first.ask())
      },
    })
    for (const { at: later, act } of then)
      done.push({
        at: later,
        keep: async () => {
          if (request) await act(await request)
        },
      })
  }

  story(
    { at: at(16, '10:05'), ask: () => release('XM-2026-011', 4, '四头育成牛出售，货款直接还贷。') },
    { at: at(16, '13:20'), act: ({ ticketId }) => approve(office, 'supervisor', ticketId, '合同与耳标核对一致。') },
    {
      at: at(15, '10:40'),
      act: async ({ ticketId, chosen }) => {
        await approve(office, 'bank', ticketId, '放行后覆盖率仍高于预警线，同意。')
        const loan = loanOf('XM-2026-011')
        loan.animalIds = loan.animalIds.filter((id) => !chosen.includes(id))
      },
    },
  )
  story(
    { at: at(7, '09:20'), ask: () => release('XM-2026-012', 30, '计划出栏三十头。') },
    { at: at(7, '11:00'), act: ({ ticketId }) => approve(office, 'supervisor', ticketId, '事实无误，请银行判断。') },
    {
      at: at(7, '15:10'),
      act: ({ ticketId }) => reject('bank', ticketId, '覆盖率已低于最低线，补足质押物前不予放行。'),
    },
  )
  story(
    { at: at(12, '08:30'), ask: () => permit('XM-2026-011', 8, '转场到冬草场', at(12, '14:00'), at(10, '18:00')) },
    { at: at(12, '09:15'), act: (ticketId) => approve(office, 'supervisor', ticketId, '检疫证明已查验。') },
  )
  story(
    { at: at(9, '10:30'), ask: () => loosen('XM-2026-018', '远端圈舍信号弱，申请放宽失联时限。') },
    { at: at(9, '16:00'), act: (ticketId) => reject('supervisor', ticketId, '先更换网关天线，不放宽规则。') },
  )
  // What waits.
  story(
    { at: to - 20 * hourMs, ask: () => permit('XM-2026-011', 6, '送旗兽医站复检', to - 3 * hourMs, to + 45 * hourMs) },
    { at: to - 19 * hourMs, act: (ticketId) => approve(office, 'supervisor', ticketId, '同意，往返不得超过两天。') },
  )
  story({
    at: to - 5 * hourMs,
    ask: () => permit('XM-2026-011', 12, '转场到秋草场', to + 20 * hourMs, to + 90 * hourMs),
  })
  story(
    { at: to - 9 * hourMs, ask: () => release('XM-2026-018', 3, '三头淘汰母牛出售。') },
    { at: to - 6 * hourMs, act: ({ ticketId }) => approve(office, 'supervisor', ticketId, '耳标已核对。') },
  )
  story({ at: to - 4 * hourMs, ask: () => release('BJ-2026-037', 2, '两头公牛出售，货款还贷。') })
  story({
    at: to - 7 * hourMs,
    ask: () => {
      const { id, lineId, plan } = loanOf('XM-2026-015')
      const reason = '市场价回升，按交易市场报价调整。'
      return reprice(office, { id, lineId, haircut: plan.haircut, unitPrice: '13350.00', reason, daysAgo: 0 })
    },
  })
  story({ at: to - 3 * hourMs, ask: () => loosen('BJ-2026-041', '牧道翻修，网关临时移位一周。') })
  story({
    at: to - 26 * hourMs,
    ask: async () => {
      const { id } = loanOf('BJ-2026-036')
      const { version } = await people.pm.call(endpoints.projects.detail, { id })
      await people.pm.call(endpoints.projects.askToClose, { id, version, reason: '贷款本息已结清，申请解除质押。' })
    },
  })
  return done
}
