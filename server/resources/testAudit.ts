import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { testBrowser } from '../auth/testAuth.ts'
import { machineNow } from '../clock.ts'
import type { World } from '../testing/testWorld.ts'

/** The address that changes are made from. */
export const from = '203.0.113.7'

/** A change made by a user. */
export interface Step {
  call: string
  /** User name of the caller; '' for a public call. */
  by: string
  input: () => object | Promise<object>
  /** The exact audit entries, as action and noun, sorted by noun. */
  notes: string[]
  /** Remembers the added record's id under this name. */
  as?: string
}

export interface Entry {
  action: string
  noun: string
  nounId: number
  userId: number | null
  address: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
/** Returns the audit entries after an id, sorted by noun. */
export const entriesAfter = (world: World, last: number) => world.sql<(Entry & { id: number })[]>`
  select id, action, noun, noun_id as "nounId", user_id as "userId", address, before, after from audit_entries
  where id > ${last} order by noun, id`
export const lastEntry = async (world: World) =>
  (await world.sql<{ id: number }[]>`select coalesce(max(id), 0) as id from audit_entries`)[0]?.id ?? 0

export const table: Record<string, Record<string, Endpoint>> = endpoints
function endpointOf(call: string): Endpoint {
  const [noun = '', name = ''] = call.split('.')
  const found = table[noun]?.[name]
  if (!found) throw new Error(`there is no ${call}`)
  return found
}

/** Makes a change. @param tokens of the users, by user name */
export async function runStep(world: World, tokens: ReadonlyMap<string, string>, step: Step) {
  const { method, path } = endpointOf(step.call)
  const inputFields = new Map(Object.entries(await step.input()))
  const url = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = String(inputFields.get(name))
    inputFields.delete(name)
    return value
  })
  // Read after `input`, which may make audited changes itself.
  const last = await lastEntry(world)
  const response = await world.server.inject({
    method,
    url,
    remoteAddress: from,
    headers: {
      cookie: `__Host-drover-browser=${testBrowser}`,
      'x-auth-token': tokens.get(step.by) ?? '',
      'x-auth-timestamp': String(machineNow()),
    },
    ...(method === 'DELETE'
      ? { query: Object.fromEntries([...inputFields].map(([name, value]) => [name, String(value)])) }
      : { payload: Object.fromEntries(inputFields) }),
  })
  const body = response.json<{ data?: { id?: number; token?: string }; error?: object }>()
  return { status: response.statusCode, ...body, entries: await entriesAfter(world, last) }
}
