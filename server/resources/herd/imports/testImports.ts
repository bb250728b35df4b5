import { expect, vi } from 'vitest'
import type { World } from '../../../testing/testWorld.ts'

/** Uploads a sheet for a farm, by default with two animals, and waits until it is checked; nothing is imported yet. */
export async function checkedImport(
  world: World,
  token: string,
  farmId: number,
  { noun = 'animal', columns = 'visualTag', rows = ['S1', 'S2'] } = {},
): Promise<{ id: number }> {
  const [farm] = await world.sql<{ name: string }[]>`select name from farms where id = ${farmId}`
  const payload = [`${columns},farmId`, ...rows.map((row) => `${row},${farm?.name}`), ''].join('\r\n')
  await world.server.inject({
    method: 'POST',
    url: `/collateral/web/${noun}/import`,
    headers: { 'x-auth-token': token, 'content-type': 'text/csv' },
    payload,
  })
  return vi.waitFor(
    async () => {
      const { data } = await world.call<{ id: number; state: string }>(token, 'GET', '/collateral/web/import')
      expect(data.state).toBe('CHECKED')
      return { id: data.id }
    },
    { timeout: 30_000, interval: 50 },
  )
}
