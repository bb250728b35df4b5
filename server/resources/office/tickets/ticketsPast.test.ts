import { afterAll, beforeAll, expect, test } from 'vitest'
import { toInstant } from '../../../clock.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { addTestProject } from '../../projects/testLedger.ts'

const hour = 3_600_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('lists requests of a replay by the herd’s clock', async () => {
  const { clock } = world.context
  const begin = clock.now()
  const project = await addTestProject(world, 'R')
  clock.hold(begin + hour)
  const { data } = await world.call<{ ticketId: number }>(
    project.pm,
    'POST',
    `/collateral/common/project/${project.id}/release/new`,
    { animalIds: project.animalIds.slice(0, 1), reason: 'sold' },
  )
  clock.hold(begin + 3 * hour)
  const body = { ticketId: data.ticketId, comment: 'no longer' }
  expect((await world.call(project.pm, 'POST', '/collateral/common/ticket/withdraw', body)).status).toBe(200)
  clock.hold(begin + 9 * hour)
  const stateAt = async (hours: number) => {
    const at = toInstant(begin + hours * hour)
    const { list } = (
      await world.call<{ list: { state: string; decidedAt: string | null }[] }>(
        project.pm,
        'POST',
        '/collateral/web/ticket/list',
        { projectId: project.id, happened: at, recorded: at },
      )
    ).data
    return list.map(({ state }) => state)
  }
  expect([await stateAt(0.5), await stateAt(2), await stateAt(4)]).toEqual([[], ['PENDING'], ['WITHDRAWN']])
})
