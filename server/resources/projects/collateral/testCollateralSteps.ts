import type { World } from '../../../testing/testWorld.ts'
import { insertProject } from '../../herd/projects.ts'
import type { Step } from '../../testAudit.ts'

/**
 * Returns the steps of a line's life: requested, approved, extended, repriced, released from, substituted in and removed; then those of a draft line.
 * @param id returns the id of a record added by an earlier step, by its name
 */
export function collateralSteps(world: () => World, id: (name: string) => number): Step[] {
  const ids: Record<string, number> = {}
  const project = async (code: string, status: 'ACTIVE' | 'DRAFT') => {
    const { sql, context } = world()
    const [pm] = await sql<{ id: number }[]>`select organisation_id as id from users where user_name = 'pm'`
    ids['borrower'] ??= await world().organisation('BORROWER', 'Ranch of lines')
    ids[code] ??= await insertProject(sql, {
      code,
      name: code,
      bankOrgId: id('bank'),
      borrowerOrgId: ids['borrower'],
      supervisorOrgId: pm?.id ?? 0,
      contractHeadcount: 1,
      loanAmount: '1',
      status,
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      farmIds: [id('farm')],
      createdAt: context.clock.now(),
    })
    return ids[code] ?? 0
  }
  const running = () => project('LINES-1', 'ACTIVE')
  const drafted = () => project('LINES-2', 'DRAFT')
  const animals = async (...tags: string[]) =>
    (
      await world().sql<{ id: number }[]>`select id from animals where visual_tag = any(${tags}) order by visual_tag`
    ).map((row) => row.id)
  const terms = async () => {
    const [lookup] = await world()
      .sql`select (select min(id) from lookups where kind = 'CATEGORY') as "categoryId", (select min(id) from lookups where kind = 'UNIT') as "unitId"`
    return { ...lookup, quantity: '1', unitPrice: '10', pricedOn: '2026-05-01', priceSource: 'market' }
  }
  const line = () => id('line')
  const price = { unitPrice: '11', pricedOn: '2026-05-01', priceSource: 'market' }
  const ticketId = async () => (await world().sql<{ id: number }[]>`select max(id) as id from tickets`)[0]?.id ?? 0
  const approved = (...notes: string[]): Step => ({
    call: 'tickets.approve',
    by: 'bank',
    input: async () => ({ ticketId: await ticketId(), decision: 'APPROVED' }),
    notes: ['EDIT collateral', ...notes, 'APPROVE ticket'],
  })
  const animal = (visualTag: string): Step => ({
    call: 'animals.addOrEdit',
    by: 'pm',
    input: async () => ({
      visualTag,
      farmId: id('farm'),
      categoryId: ((await terms()) as { categoryId?: number }).categoryId,
    }),
    notes: ['ADD animal'],
  })
  const step = (call: string, notes: string[], input: () => Promise<object>, as?: string): Step => ({
    call,
    by: 'pm',
    input,
    notes,
    ...(as !== undefined && { as }),
  })
  return [
    ...['line 1', 'line 2', 'line 3', 'line 4'].map(animal),
    step(
      'collateral.create',
      ['ADD collateral', 'ADD ticket'],
      async () => ({ id: await running(), ...(await terms()), animalIds: await animals('line 1', 'line 2') }),
      'line',
    ),
    approved('ADD ledgerEntry'),
    step('collateral.addAnimals', ['ADD ticket'], async () => ({
      id: await running(),
      collateralId: line(),
      animalIds: await animals('line 3'),
      reason: 'r',
    })),
    approved('ADD ledgerEntry'),
    step('collateral.reprice', ['ADD ticket'], async () => ({
      id: await running(),
      collateralId: line(),
      ...price,
      reason: 'r',
    })),
    approved(),
    step('releases.request', ['ADD ticket'], async () => ({
      id: await running(),
      animalIds: await animals('line 1'),
      reason: 'r',
    })),
    step('releases.substitute', ['ADD ticket'], async () => {
      const [animalId, substituteId] = await animals('line 2', 'line 4')
      return { id: await running(), pairs: [{ animalId, substituteId }], reason: 'r' }
    }),
    step('collateral.remove', ['ADD ticket'], async () => ({ id: await running(), collateralId: line(), reason: 'r' })),
    step(
      'collateral.create',
      ['ADD collateral'],
      async () => ({ id: await drafted(), ...(await terms()) }),
      'drafted line',
    ),
    step('collateral.edit', ['EDIT collateral'], async () => ({
      id: await drafted(),
      collateralId: id('drafted line'),
      ...(await terms()),
      quantity: '2',
    })),
    step('collateral.reprice', ['EDIT collateral'], async () => ({
      id: await drafted(),
      collateralId: id('drafted line'),
      ...price,
    })),
    step('collateral.remove', ['REMOVE collateral'], async () => ({
      id: await drafted(),
      collateralId: id('drafted line'),
    })),
  ]
}
