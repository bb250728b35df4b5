import { z } from 'zod'
import type { Endpoint, Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type Caller, nobody } from '../../server/auth/sessions.ts'
import { createClock } from '../../server/clock.ts'
import type { Context } from '../../server/context.ts'
import type { Sql } from '../../server/db/connect.ts'
import { isQuery, type Query } from '../../server/db/sql/query.ts'
import { listRecords, type ListQuery } from '../../server/records/read.ts'
import { animals } from '../../server/resources/herd/animals.ts'

/** Returns the `explain analyze` plans of a list of animals, for its page and its count. */
export async function plansOf(
  sql: Sql,
  organisationId: number,
  query: Input<typeof endpoints.animals.list>,
): Promise<string[]> {
  const caller: Caller = { ...nobody, role: 'SUPERVISOR_PM', organisationId, organisationKind: 'SUPERVISOR' }
  const list: Endpoint = endpoints.animals.list
  const queries = await recordQueries(sql, (recorded) =>
    listRecords(
      { sql: recorded, clock: createClock() } as Context,
      animals,
      caller,
      z.parse(list.input, query) as ListQuery,
    ),
  )
  const plans: string[] = []
  for (const sent of queries) {
    const lines = await sql<{ 'QUERY PLAN': string }[]>`explain (analyze, buffers) ${sent}`
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
  }
  return plans
}

/** Returns the selecting queries that some work sends; pieces of other queries are not among them. */
async function recordQueries(sql: Sql, work: (recorded: Sql) => Promise<unknown>): Promise<Query<object[]>[]> {
  const made: Query<object[]>[] = []
  const recorded = new Proxy(sql, {
    apply(target, self, words: unknown[]) {
      const query: unknown = Reflect.apply(target, self, words)
      if (isQuery(query)) made.push(query)
      return query
    },
  })
  await work(recorded)
  return made.filter(({ isSent, strings }) => isSent && strings.join('').trimStart().startsWith('select'))
}
