import type { Project } from '#contract/projects/projects.ts'
import { openWorld, square } from '../../testing/testWorld.ts'

export type ProjectWorld = Awaited<ReturnType<typeof openProjectWorld>>

/** Opens a world with a supervisor that has two project managers and a farm, and a bank and a borrower that it has not worked with. */
export async function openProjectWorld() {
  const world = await openWorld()
  const watch = await world.organisation('SUPERVISOR', 'Herd Watch')
  const bank = await world.organisation('BANK', 'Steppe Bank')
  const borrower = await world.organisation('BORROWER', 'Herders')
  const pm = await world.user('pm', 'SUPERVISOR_PM', watch)
  const pm2 = await world.user('pm2', 'SUPERVISOR_PM', watch)
  const supervisor = await world.user('supervisor', 'ADMIN_SUPERVISOR', watch)
  const banker = await world.user('bank', 'ADMIN_BANK', bank)
  const clerk = await world.user('clerk', 'BANK_USER', bank)
  const herder = await world.user('herder', 'ADMIN_BORROWER', borrower)
  const farm = await world.call<{ id: number }>(pm, 'PUT', '/collateral/web/farm/addOrEdit', {
    name: 'Home farm',
    boundary: square(116, 44),
  })
  let serial = 0

  /** Returns the input of a save, with the farm and with both parties named in full. */
  const input = (extra: object = {}) => ({
    code: `P-${++serial}`,
    name: 'Winter loan',
    bankOrgId: bank,
    bankOrgName: 'steppe bank',
    borrowerOrgId: borrower,
    borrowerOrgName: 'Herders',
    farms: [{ id: farm.data.id }],
    loanAmount: '4100000',
    contractHeadcount: 240,
    startsOn: '2026-05-01',
    endsOn: '2027-04-30',
    ...extra,
  })
  const edit = (token: string, id: number, body: object) =>
    world.call<Project>(token, 'POST', `/collateral/common/project/${id}/edit`, body)
  return {
    ...world,
    watch,
    bank,
    borrower,
    pm,
    pm2,
    supervisor,
    banker,
    clerk,
    herder,
    farmId: farm.data.id,
    input,
    edit,
    details: (token: string, id: number) =>
      world.call<Project>(token, 'GET', `/collateral/common/project/${id}/details`),
    list: async (token: string, body: object = {}) =>
      (await world.call<{ list: Project[]; total: number }>(token, 'POST', '/collateral/web/project/list/active', body))
        .data.list,

    /** Creates a complete draft. */
    async draft(extra: object = {}): Promise<Project> {
      const { status, data, error } = await edit(pm, 0, input(extra))
      if (status !== 200) throw new Error(JSON.stringify(error))
      return data
    },
  }
}
