import type { Organisation } from '#contract/people/organisations.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { machineNow } from '../../../clock.ts'
import { openWorld } from '../../../testing/testWorld.ts'
import type { PlannedStep } from './ticketKinds.ts'
import { raiseRegistration } from './tickets.ts'

export const details = (ticketId: number) => `/collateral/common/ticket/details/${ticketId}`
export const withdraw = '/collateral/common/ticket/withdraw'

export type TicketWorld = Awaited<ReturnType<typeof openTicketWorld>>

/** Opens a world with two platform administrators, in which tickets can be raised and decided. */
export async function openTicketWorld() {
  const world = await openWorld()
  const house = await world.organisation('PLATFORM', 'Drover')
  const platform = await world.user('platform', 'ADMIN_PLATFORM', house)
  const otherPlatform = await world.user('platform2', 'ADMIN_PLATFORM', house)
  let counter = 0

  async function statusOf(organisationId: number): Promise<string> {
    const [row] = await world.sql<
      Pick<Organisation, 'status'>[]
    >`select status from organisations where id = ${organisationId}`
    return row?.status ?? ''
  }
  return {
    ...world,
    platform,
    otherPlatform,
    platformId: await world.idOf('platform'),
    statusOf,

    /** Creates a registration that its registrant has activated. */
    async registration(name = `Ranch ${counter}`) {
      const userName = `registrant${counter++}`
      const organisationId = await world.organisation('BORROWER', name)
      const token = await world.user(userName, 'ADMIN_BORROWER', organisationId)
      const userId = await world.idOf(userName)
      await world.sql`update organisations set status = 'PENDING_APPROVAL', address = '敖包路 1 号' where id = ${organisationId}`
      const at = machineNow()
      const { ticketId } = await world.sql.begin((sql) =>
        raiseRegistration(sql, { organisationId, userId, language: 'en-US', at }),
      )
      return { ticketId, organisationId, userId, userName, token, status: async () => statusOf(organisationId) }
    },

    /** Inserts a ticket with given steps; its effect is that of a registration. */
    async ticketWith(
      steps: PlannedStep[],
      raisedBy: number,
      organisationId: number,
      subjectId: number,
    ): Promise<number> {
      const at = machineNow()
      const payload = JSON.stringify({
        role: 'BORROWER',
        name: 'x',
        creditCode: null,
        contact: null,
        telephone: null,
        email: null,
        address: null,
        licenceImageId: null,
        userName: 'x',
        language: 'zh-CN',
      })
      const [row] = await world.sql<{ id: number }[]>`
        insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at)
        values ('ORGANISATION_REGISTRATION', 'ORGANISATION', ${subjectId}, 'Ranch', ${payload}::text::jsonb, ${raisedBy}, ${organisationId}, ${at})
        returning id`
      const id = row?.id ?? 0
      for (const step of steps) {
        await world.sql`
          insert into ticket_steps (ticket_id, place, approver_role, approver_org_id)
          values (${id}, ${step.place}, ${step.role}, ${step.organisationId})`
      }
      return id
    },

    decide: (token: string, ticketId: number, decision: 'APPROVED' | 'REJECTED', comment?: string) =>
      world.call<TicketDetail>(token, 'POST', '/collateral/common/ticket/approve', { ticketId, decision, comment }),

    noticesOf: async (userId: number) =>
      world.sql<{ code: string; path: string; cleared: boolean; params: Record<string, string> }[]>`
        select code, path, params, cleared_at is not null as cleared from notices where user_id = ${userId} order by id`,
  }
}
