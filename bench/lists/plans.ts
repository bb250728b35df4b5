import { z } from 'zod'
import type { Endpoint, Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type Caller, nobody } from '../../server/auth/sessions.ts'
import { createClock } from '../../server/clock.ts'
import type { Context } from '../../server/context.ts'
import type { Sql } from '../../server/db/connect.ts'
import { listRecords, type ListQuery } from '../../server/records/read.ts'
import { animals } from '../../server/resources/herd/animals.ts'

interface Statement {
  text: string
  parameters: Parameters<Sql['unsafe']>[1]
}

/** Returns the `explain analyze` plans of a list of animals, for its page and its count. */
export async function plansOf(
  sql: Sql,
  organisationId: number,
  query: Input<typeof endpoints.animals.list>,
): Promise<string[]> {
  const caller: Caller = { ...nobody, role: 'SUPERVISOR_PM', organisationId, organisationKind: 'SUPERVISOR' }
  const list: Endpoint = endpoints.animals.list
  const statements = await recordStatements(sql, () =>
    listRecords({ sql, clock: createClock() } as Context, animals, caller, z.parse(list.input, query) as ListQuery),
  )
  const plans: string[] = []
  for (const { text, parameters } of statements) {
    const lines = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain (analyze, buffers) ${text}`, parameters)
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
  }
  return plans
}

/** Records the statements that some work sends. */
async function recordStatements(sql: Sql, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const before = sql.options.debug
  Object.assign(sql.options, {
    debug: (_connection: number, text: string, parameters: Statement['parameters']) =>
      statements.push({ text, parameters }),
  })
  try {
    await work()
  } finally {
    Object.assign(sql.options, { debug: before })
  }
  return statements.filter(({ text }) => text.trimStart().startsWith('select') && !text.includes('pg_catalog'))
}
