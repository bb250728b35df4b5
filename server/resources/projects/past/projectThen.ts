import { type Project, projectSchema } from '#contract/projects/projects.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { findProject, type ProjectDay } from '../projectAccess.ts'
import { openedAt, toldSince } from '../projectTimes.ts'
import { type AskedMoment, type AsOf, knownUntil, momentOf } from './asOf.ts'

interface ProjectThen {
  /** Its `day` is the day of the moment. */
  project: ProjectDay
  /** Null for the present. */
  asOf: AsOf | null
}

/**
 * Reads a project that the caller may see, as of the moment that a call asks for.
 * @throws CallError NOT_FOUND; BAD_SHAPE naming the field, for a future moment or one before the project was opened
 */
export async function projectThen({ sql, clock }: Pick<Context, 'sql' | 'clock'>, caller: Caller, asked: AskedMoment & { id: number }): Promise<ProjectThen> {
  const now = clock.now()
  const asOf = momentOf(asked, now)
  const project = await findProject(sql, caller, asked.id, asOf?.happened ?? now)
  if (asOf !== null) await requireOpened(sql, caller, project.id, asOf)
  return { project, asOf }
}

/** Resolves a project at a past moment. @returns null when the call asks for the present */
export async function projectOfPast(context: Pick<Context, 'sql' | 'clock'>, caller: Caller, asked: AskedMoment & { id: number }): Promise<{ project: ProjectDay; asOf: AsOf } | null> {
  if (asked.happened === undefined && asked.recorded === undefined) return null
  const { project, asOf } = await projectThen(context, caller, asked)
  return asOf && { project, asOf }
}

/** Resolves the moment of a list that may be limited to one project. @returns null for the present */
export async function momentOfList(context: Pick<Context, 'sql' | 'clock'>, caller: Caller, { projectId, ...asked }: AskedMoment & { projectId?: number | undefined }): Promise<AsOf | null> {
  if (projectId === undefined) return momentOf(asked, context.clock.now())
  return (await projectOfPast(context, caller, { ...asked, id: projectId }))?.asOf ?? null
}

/** A project that is not open yet starts, for each party, when that party could first see it. */
async function requireOpened(sql: Queries, caller: Caller, id: number, asOf: AsOf): Promise<void> {
  const [row] = await sql<{ openedAt: number | null }[]>`select ${openedAt(sql, sql`${id}`)} as "openedAt"`
  const beganAt = row?.openedAt ?? (await toldSince(sql, caller, id))
  if (beganAt === null) return
  for (const [field, at] of Object.entries(asOf)) {
    if (at < beganAt) throw new CallError('BAD_SHAPE', { fields: { [field]: 'before_opening' } })
  }
}

/**
 * Describes a project as of a moment. The first later audit entry gives its earlier state.
 * @param since audit entries before it are hidden from the caller, epoch ms; null shows all
 */
export async function describeThen(sql: Queries, present: Project, { day, asOf, since }: { day: string; asOf: AsOf; since: number | null }): Promise<Project> {
  const [[change], [balance]] = await Promise.all([
    sql<{ before: object }[]>`
      select before from audit_entries
      where noun = 'project' and noun_id = ${present.id} and at > ${knownUntil(asOf)}::timestamptz and before is not null
        and ${since === null ? sql`true` : sql`at >= ${since}::timestamptz`} order by id limit 1`,
    sql<{ loanBalance: string }[]>`
      select balance as "loanBalance" from loan_balances
      where project_id = ${present.id} and as_of <= ${day}::date and recorded_at <= ${asOf.recorded}::timestamptz order by id desc limit 1`,
  ])
  return projectSchema.parse({ ...present, ...change?.before, loanBalance: present.loanAmount, ...balance })
}
