import { afterAll } from 'vitest'
import { openWorld } from './testWorld.ts'

/** A world for a test file with an administrator of the platform, `platform`; it is closed after its tests. */
export async function openPlatformWorld() {
  const world = await openWorld()
  afterAll(() => world.close())
  const platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  return { ...world, platform }
}
