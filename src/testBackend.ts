import { inject } from 'vitest'
import { z } from 'zod'
import { loginSchema, type Login } from '#contract/people/auth.ts'

const serverSchema = z.object({ id: z.string(), url: z.string(), outboxKey: z.string(), now: z.number(), logins: z.record(z.string(), loginSchema) })

/** A server of its own for a test file, on a copy of the scene in `server/testing/testScene.ts`. */
export interface TestServer {
  /** Where it answers, without a slash at the end. */
  url: string
  /** The key of its outbox. */
  outboxKey: string
  /** The herd time at which its clock is held, epoch ms. */
  readonly now: number
  /** The sign-ins of the scene's users, by user name. */
  logins: Record<string, Login>
  /** Moves its clock on, with everything that is due on the way. */
  moveTo(at: number): Promise<void>
  /** Holds its clock at a later instant: nothing that would be due on the way is done. A month on the way takes many seconds. */
  holdAt(at: number): Promise<void>
  /** Sends a message of our JSON as the scene's gateway does. */
  ingest(message: object): Promise<void>
  close(): Promise<void>
}

async function ask(method: string, path: string, body?: string): Promise<unknown> {
  const response = await fetch(`${inject('testBackend')}/${path}`, { method, ...(body !== undefined && { body }) })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

export async function openTestServer(): Promise<TestServer> {
  const { id, url, outboxKey, logins, ...scene } = serverSchema.parse(await ask('POST', ''))
  let { now } = scene
  return {
    url,
    outboxKey,
    logins,
    get now() { return now },
    async moveTo(at) {
      await ask('PUT', id, String(at))
      now = at
    },
    async holdAt(at) {
      await ask('PATCH', id, String(at))
      now = at
    },
    async ingest(message) {
      const response = await fetch(`${url}/ingest/json`, { method: 'POST', headers: { authorization: 'Bearer Demo2026' }, body: JSON.stringify(message) })
      if (!response.ok) throw new Error(await response.text())
    },
    async close() {
      await ask('DELETE', id)
    },
  }
}
