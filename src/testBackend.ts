import { inject } from 'vitest'
import { z } from 'zod'
import { loginSchema, type Login } from '#contract/people/auth.ts'

const serverSchema = z.object({
  id: z.string(),
  url: z.string(),
  outboxKey: z.string(),
  now: z.number(),
  logins: z.record(z.string(), loginSchema),
})

/** A server for one test file, on a copy of the scene in `server/testing/testScene.ts`. */
export interface TestServer {
  /** Its address, without a slash at the end. */
  url: string
  /** Key of its outbox. */
  outboxKey: string
  /** Herd time at which its clock is held, epoch ms. */
  readonly now: number
  /** Sign-ins of the scene's users, by user name. */
  logins: Record<string, Login>
  /** Advances its clock and runs everything due on the way. */
  moveTo(at: number): Promise<void>
  /** Sets its clock to a later instant without running what is due on the way, which takes many seconds for a month. */
  holdAt(at: number): Promise<void>
  /** Sends a message in our JSON format as the scene's gateway. */
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
    get now() {
      return now
    },
    async moveTo(at) {
      await ask('PUT', id, String(at))
      now = at
    },
    async holdAt(at) {
      await ask('PATCH', id, String(at))
      now = at
    },
    async ingest(message) {
      const response = await fetch(`${url}/ingest/json`, {
        method: 'POST',
        headers: { authorization: 'Bearer Demo2026' },
        body: JSON.stringify(message),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    async close() {
      await ask('DELETE', id)
    },
  }
}
