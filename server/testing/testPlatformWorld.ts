import { afterAll } from 'vitest'
import { openWorld } from './testWorld.ts'

/** Opens a world with an administrator of the platform, `platform`. It is closed after the file's tests. */
export async function openPlatformWorld() {
  const world = await openWorld()
  afterAll(() => world.close())
  const platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  return { ...world, platform }
}
