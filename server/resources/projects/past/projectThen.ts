import { type Project, projectSchema } from '#contract/projects/projects.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { auditedInHerd } from '../../../db/auditTimes.ts'
import { countedBalance } from '../../../db/projects/loanState.ts'
import { readVisibleProject, type ProjectDay } from '../projectAccess.ts'
import { openedAt, historyVisibleFrom } from '../projectTimes.ts'
import { type AsOfInput, type AsOf, eventCutoff, parseAsOf } from './asOf.ts'

interface ProjectAsOf {
  /** Its `day` is the day of the moment. */
  project: ProjectDay
  /** Null for the present. */
  asOf: AsOf | null
}

/**
 * Reads a project that the caller may see, as of the moment that a call asks for.
 * @throws CallError NOT_FOUND; BAD_SHAPE naming the field, for a future moment or one before the project was opened
 */
export async function resolveProjectAsOf(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  caller: Caller,
  input: AsOfInput & { id: number },
): Promise<ProjectAsOf> {
  const now = clock.now()
  const asOf = parseAsOf(input, now)
  const project = await readVisibleProject(sql, caller, input.id, asOf?.happened ?? now)
  if (asOf !== null) await requireOpened(sql, caller, project.id, asOf)
  return { project, asOf }
}

/** Resolves a project at a past moment. @returns null when the call asks for the present */
export async function projectOfPast(
  context: Pick<Context, 'sql' | 'clock'>,
  caller: Caller,
  input: AsOfInput & { id: number },
): Promise<{ project: ProjectDay; asOf: AsOf } | null> {
  if (input.happened === undefined && input.recorded === undefined) return null
  const { project, asOf } = await resolveProjectAsOf(context, caller, input)
  return asOf && { project, asOf }
}

/** Resolves the moment of a list that may be limited to one project. @returns null for the present */
export async function momentOfList(
  context: Pick<Context, 'sql' | 'clock'>,
  caller: Caller,
  { projectId, ...moment }: AsOfInput & { projectId?: number | undefined },
): Promise<AsOf | null> {
  if (projectId === undefined) return parseAsOf(moment, context.clock.now())
  return (await projectOfPast(context, caller, { ...moment, id: projectId }))?.asOf ?? null
}

/** A project that is not open yet starts, for each party, when that party could first see it. */
async function requireOpened(sql: Queries, caller: Caller, id: number, asOf: AsOf): Promise<void> {
  const [row] = await sql<{ openedAt: number | null }[]>`select ${openedAt(sql, sql`${id}`)} as "openedAt"`
  const beganAt = row?.openedAt ?? (await historyVisibleFrom(sql, caller, id))
  if (beganAt === null) return
  for (const [field, at] of Object.entries(asOf)) {
    if (at < beganAt) throw new CallError('BAD_SHAPE', { fields: { [field]: 'before_opening' } })
  }
}

/**
 * Describes a project as of a moment. The first later audit entry gives its earlier state.
 * @param since audit entries before it are hidden from the caller, epoch ms; null shows all
 */
export async function describeProjectAsOf(
  sql: Queries,
  present: Project,
  { asOf, since }: { asOf: AsOf; since: number | null },
): Promise<Project> {
  const [[change], [balance]] = await Promise.all([
    sql<{ before: object }[]>`
      select x.before from audit_entries x
      where x.noun = 'project' and x.noun_id = ${present.id} and ${auditedInHerd(sql)} > ${eventCutoff(asOf)}::timestamptz and x.before is not null
        and ${since === null ? sql`true` : sql`x.at >= ${since}::timestamptz`} order by x.id limit 1`,
    sql<{ loanBalance: string }[]>`
      select counted.balance as "loanBalance" from (${countedBalance(sql, sql`${present.id}::bigint`, asOf)}) counted`,
  ])
  return projectSchema.parse({ ...present, ...change?.before, loanBalance: present.loanAmount, ...balance })
}
