import { expect, vi } from 'vitest'
import type { World } from '../../../testing/testWorld.ts'

/** Uploads a sheet with two animals of a farm and waits until it is checked; nothing is imported yet. */
export async function checkedImport(world: World, token: string, farmId: number): Promise<{ id: number }> {
  const [farm] = await world.sql<{ name: string }[]>`select name from farms where id = ${farmId}`
  const payload = `visualTag,farmId\r\nS1,${farm?.name}\r\nS2,${farm?.name}\r\n`
  await world.server.inject({
    method: 'POST',
    url: '/collateral/web/animal/import',
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
