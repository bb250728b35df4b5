import { setupWorker } from 'msw/browser'
import type { LiveSocket } from '#streams/liveSocket.ts'
import { createHandlers } from './handlers.ts'
import { createLiveSocket } from './liveSocket.ts'
import { createWorld } from './pretend/createWorld.ts'

/**
 * Puts a pretend product into this page: every call is answered, and the live wire comes from the simulator.
 * @returns what opens a live wire, in place of the real one
 */
export async function startMocks(): Promise<(token: string) => LiveSocket> {
  const world = createWorld(Date.now())
  await setupWorker(...createHandlers(world)).start({ onUnhandledFrame: 'bypass', quiet: true })
  return () => createLiveSocket(world, () => Date.now())
}
