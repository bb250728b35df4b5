import type { AnimalRecord } from '#contract/herd/animals.ts'
import type { CollateralLine } from '#contract/projects/collateral.ts'
import type { Pledge } from '#contract/projects/pledges.ts'
import { openWorld, square } from '../../../testing/testWorld.ts'
import { insertProject } from '../../herd/projects.ts'

export const details = (ticketId: number) => `/collateral/common/ticket/details/${ticketId}`

/** Opens a world with two supervisors: one with a farm that two banks lend on and a second farm, another with a farm of its own. */
export async function openCollateralWorld() {
  const world = await openWorld()
  const { call, sql, context } = world
  const [supervisor, otherSupervisor] = [
    await world.organisation('SUPERVISOR', 'Herd Watch'),
    await world.organisation('SUPERVISOR', 'Other Watch'),
  ]
  const [bank, otherBank] = [
    await world.organisation('BANK', 'Grass Bank'),
    await world.organisation('BANK', 'Zelkova Bank'),
  ]
  const borrower = await world.organisation('BORROWER', 'Ranch')
  const tokens = {
    pm: await world.user('pm', 'SUPERVISOR_PM', supervisor),
    admin: await world.user('admin', 'ADMIN_SUPERVISOR', supervisor),
    bank: await world.user('bank', 'ADMIN_BANK', bank),
    banker: await world.user('banker', 'BANK_USER', bank),
    otherBank: await world.user('other.bank', 'ADMIN_BANK', otherBank),
    borrower: await world.user('borrower', 'ADMIN_BORROWER', borrower),
    otherPm: await world.user('other.pm', 'SUPERVISOR_PM', otherSupervisor),
  }
  const put = async <T>(noun: string, body: object, token = tokens.pm) =>
    (await call<T>(token, 'PUT', `/collateral/web/${noun}/addOrEdit`, body)).data
  const farm = async (name: string, token = tokens.pm) =>
    (await put<{ id: number }>('farm', { name, boundary: square(116, 44) }, token)).id
  const farms = { home: await farm('Home'), away: await farm('Away'), foreign: await farm('Foreign', tokens.otherPm) }
  const [cattle, sheep] = await sql<
    { id: number }[]
  >`select id from lookups where kind = 'CATEGORY' order by place limit 2`
  const [unit] = await sql<{ id: number }[]>`select id from lookups where kind = 'UNIT' order by place limit 1`
  const ids = { cattle: cattle?.id ?? 0, sheep: sheep?.id ?? 0, unit: unit?.id ?? 0 }
  const common = {
    supervisorOrgId: supervisor,
    borrowerOrgId: borrower,
    contractHeadcount: 10,
    loanAmount: '100000',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    createdAt: context.clock.now(),
  }
  const project = (code: string, status: 'DRAFT' | 'ACTIVE', bankOrgId = bank, farmIds = [farms.home]) =>
    insertProject(sql, { ...common, code, name: code, bankOrgId, status, farmIds })
  const projects = {
    running: await project('RUN-1', 'ACTIVE'),
    draft: await project('DRAFT-1', 'DRAFT'),
    other: await project('OTHER-9', 'ACTIVE', otherBank),
  }
  const path = (projectId: number) => `/collateral/common/project/${projectId}`

  return {
    ...world,
    tokens,
    farms,
    ids,
    projects,
    path,
    project,

    /** Adds animals to a farm. @returns their ids */
    async animals(tags: readonly string[], extra: object = {}, token = tokens.pm): Promise<number[]> {
      const made: number[] = []
      for (const visualTag of tags)
        made.push(
          (
            await put<AnimalRecord>(
              'animal',
              { visualTag, farmId: farms.home, categoryId: ids.cattle, ...extra },
              token,
            )
          ).id,
        )
      return made
    },
    terms: (extra: object = {}) => ({
      categoryId: ids.cattle,
      unitId: ids.unit,
      quantity: '10',
      unitPrice: '12000.00',
      pricedOn: '2026-04-30',
      priceSource: 'Xilinhot market',
      haircut: '0.2',
      ...extra,
    }),
    add: (projectId: number, body: object, token = tokens.pm) =>
      call<{ id: number; ticketId: number | null }>(token, 'POST', `${path(projectId)}/collateral/new`, body),
    lines: async (projectId: number, token = tokens.pm) =>
      (await call<{ list: CollateralLine[] }>(token, 'POST', `${path(projectId)}/collateral/list`, {})).data.list,
    pledges: async (projectId: number, filters: object = {}, token = tokens.pm) =>
      (
        await call<{ list: Pledge[]; total: number }>(token, 'POST', `${path(projectId)}/pledge/list`, {
          pageSize: 1000,
          ...filters,
        })
      ).data.list,
    decide: (token: string, ticketId: number | null, decision: 'APPROVED' | 'REJECTED' = 'APPROVED', comment = 'no') =>
      call<{ state: string }>(token, 'POST', '/collateral/common/ticket/approve', { ticketId, decision, comment }),
    /** Reads the ledger entries of a project, oldest first. */
    entries: (projectId: number) => sql<{ kind: string; heads: number; ticketId: number | null }[]>`
      select kind, heads, ticket_id as "ticketId" from ledger_entries where project_id = ${projectId} order by id`,
  }
}
export type CollateralWorld = Awaited<ReturnType<typeof openCollateralWorld>>
