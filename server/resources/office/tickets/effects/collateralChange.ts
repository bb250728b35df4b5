import type { ProjectEffect } from '#contract/office/ticketFigures.ts'
import type { TicketChange } from '#contract/office/tickets.ts'
import type { Queries } from '../../../../db/connect.ts'
import type { Language } from '../../../../languages.ts'
import { lockProjectUnchecked, type LockedProject } from '../../../projects/heldProjects.ts'
import { emitCollateralChanged } from '../../../projects/collateral/changing.ts'
import {
  type Cause,
  endPledges,
  endClaims,
  notePrices,
  subjectChanged,
  pledgeClaims,
  setStatus,
} from '../../../projects/collateral/claims.ts'
import { type LineChange, lineChangeSchema } from '../../../projects/collateral/lineChanges.ts'
import { auditLine, readLine, turnLines } from '../../../projects/collateral/lineRows.ts'
import { effectOnProject, figuresAfter } from '../../../projects/collateral/figures.ts'
import type { Posting } from '../../../projects/ledger.ts'
import { type DecidedTicket, type EffectMeans, type PendingTicket, ticketEffect } from './ticketEffect.ts'

export const collateralChange = ticketEffect(lineChangeSchema, { changes, inLanguage, effectOn, approved, refused })

const priceKinds = { unitPrice: 'MONEY', pricedOn: 'DATE', priceSource: 'TEXT', haircut: 'RATIO' } as const

/** Describes the change for deciders. */
function changes({
  action,
  category,
  unit,
  quantity,
  arrival,
  heads,
  tags,
  before,
  after,
  reason,
}: LineChange): TicketChange[] {
  const price = Object.entries(priceKinds).flatMap(([name, as]): TicketChange[] => {
    const field = name as keyof typeof priceKinds
    return before?.[field] === after?.[field]
      ? []
      : [{ field, before: before?.[field] ?? null, after: after?.[field] ?? null, as }]
  })
  return [
    { field: 'collateralChange', before: null, after: action },
    { field: 'category', before: null, after: category },
    ...(action === 'ADD'
      ? [
          { field: 'quantity', before: null, after: quantity, as: 'NUMBER' as const },
          { field: 'unit', before: null, after: unit },
        ]
      : []),
    ...price,
    ...(arrival === null ? [] : [{ field: 'arrival', before: null, after: arrival }]),
    ...(heads.before === heads.after
      ? []
      : [{ field: 'headsAsked', before: action === 'ADD' ? null : heads.before, after: heads.after }]),
    ...(tags.length === 0 ? [] : [{ field: 'animals', before: null, after: tags, as: 'TAGS' as const }]),
    { field: 'reason', before: null, after: reason },
  ]
}

/** Reads the names of the line's category and unit in a language. */
async function inLanguage(sql: Queries, change: LineChange, language: Language): Promise<LineChange> {
  const [names] = await sql<Pick<LineChange, 'category' | 'unit'>[]>`
    select c.names ->> ${language} as category, u.names ->> ${language} as unit
    from collateral_lines l join lookups c on c.id = l.category_id join lookups u on u.id = l.unit_id where l.id = ${change.lineId}`
  return { ...change, ...names }
}

/** Heads moved by an approval now, regardless of the line's heads at the request. */
const headsMoved = {
  ADD: 'CLAIMED_COME',
  ADD_ANIMALS: 'CLAIMED_COME',
  REMOVE: 'ALL_GO',
  REPRICE: 0,
} as const satisfies Record<LineChange['action'], unknown>

async function effectOn(
  sql: Queries,
  { id, subjectId }: PendingTicket,
  { action, lineId, before, after }: LineChange,
): Promise<ProjectEffect[]> {
  const change = { lineId, heads: headsMoved[action], ...(before !== null && after !== null && { price: after }) }
  return effectOnProject(sql, subjectId, await figuresAfter(sql, subjectId, [change], id))
}

/** @throws CallError CONFLICT when the project or line has changed its status, or no claim is left */
async function approved(
  means: EffectMeans,
  { id: ticketId, subjectId, by, at }: DecidedTicket,
  change: LineChange,
): Promise<void> {
  const { sql, context, afterCommit } = means
  const project = await lockProjectUnchecked(sql, subjectId)
  if (project.status !== 'ACTIVE') throw subjectChanged()
  const before = await readLine(sql, change.lineId)
  await apply({ ...means, caller: by, now: context.clock.now() }, project, change, {
    ticketId,
    reason: change.reason ?? project.code,
  })
  await auditLine(sql, by, { machine: at, herd: context.clock.now() }, before, await readLine(sql, change.lineId), {
    ticketId,
    reason: change.reason,
  })
  afterCommit(() => emitCollateralChanged(context, project))
}

async function apply(
  posting: Posting,
  project: LockedProject,
  { action, lineId, arrival, after }: LineChange,
  cause: Cause,
): Promise<void> {
  const { sql } = posting
  const active = sql`r.id = ${lineId} and r.project_id = ${project.id} and r.status = ${action === 'ADD' ? 'PENDING' : 'ACTIVE'}`
  const lines = await setStatus(sql, active, action === 'REMOVE' ? 'ENDED' : 'ACTIVE')
  if (lines.length === 0) throw subjectChanged()
  switch (action) {
    case 'ADD':
    case 'ADD_ANIMALS':
      if ((await pledgeClaims(posting, arrival ?? 'PURCHASE', cause)) === 0) throw subjectChanged()
      if (action === 'ADD') await notePrices(posting, lines, cause)
      return
    case 'REMOVE':
      await endPledges(posting, sql`p.line_id = ${lineId}`, { end: 'REMOVED', kind: 'RELEASE' }, cause)
      return
    case 'REPRICE':
      if (after === null) throw subjectChanged()
      await sql`
        update collateral_lines set unit_price = ${after.unitPrice}, priced_on = ${after.pricedOn}, price_source = ${after.priceSource}, haircut = ${after.haircut} where id = ${lineId}`
      await notePrices(posting, lines, cause)
  }
}

/** Ends the claims, and ends the line of a request to add one. */
async function refused(
  { sql, context, afterCommit }: EffectMeans,
  ticket: DecidedTicket,
  { action, lineId }: LineChange,
): Promise<void> {
  await endClaims(sql, ticket.id, ticket.state === 'WITHDRAWN' ? 'WITHDRAWN' : 'REFUSED', context.clock.now())
  if (action === 'ADD')
    await turnLines(
      sql,
      ticket.by,
      sql`r.id = ${lineId} and r.status = 'PENDING'`,
      'ENDED',
      { ticketId: ticket.id },
      context.clock.now(),
    )
  const project = await lockProjectUnchecked(sql, ticket.subjectId)
  afterCommit(() => emitCollateralChanged(context, project))
}
