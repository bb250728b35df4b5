import { maxPermitAnimals, maxPermitDays } from '#contract/projects/movementPermits.ts'
import { CallError } from '../../../callError.ts'
import type { HandlersOf } from '../../../handler.ts'
import { contains, idIn, listOf, page } from '../../../records/page.ts'
import { transact } from '../../../records/write.ts'
import { findChosen } from '../../herd/animals/chosenAnimals.ts'
import type { PermitRequest } from '../../office/tickets/effects/movementPermit.ts'
import { requestTicket } from '../../office/tickets/tickets.ts'
import { visibleFarms } from '../../visibility.ts'
import { tagsOf } from '../collateral/chosenAnimals.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const permitFarmHandlers: HandlersOf<'permitFarms'> = {
  async list(input, caller, { sql }) {
    const condition = sql`f.id in (${visibleFarms(sql, caller)}) and f.supervisor_org_id is not null
      and ${contains(sql, 'f.name', input.name)} and ${idIn(sql, 'f.id', input.ids)}`
    const [list, [count]] = await Promise.all([
      sql<{ id: number; name: string }[]>`
        select f.id, f.name from farms f where ${condition} ${page(sql, input, { id: 'f.id', name: 'f.name' }, { field: 'name', order: 'asc' })}`,
      sql<{ total: number }[]>`select count(*) as total from farms f where ${condition}`,
    ])
    return listOf([...list], count?.total ?? 0, input)
  },
}

export const movementPermitHandlers: HandlersOf<'movementPermits'> = {
  request: ({ farmId, ids, tags, startsAt, endsAt, purpose, certificateNo = null }, caller, context) =>
    transact(context, async (within) => {
      const { sql } = within
      const now = context.clock.now()
      if (endsAt <= now) throw new CallError('BAD_SHAPE', { fields: { endsAt: 'past' } })
      if (endsAt - startsAt > maxPermitDays * dayMs)
        throw new CallError('BAD_SHAPE', { fields: { endsAt: 'period_too_long' } })
      const [farm] = await sql<{ name: string; supervisorOrgId: number }[]>`
        select name, supervisor_org_id as "supervisorOrgId" from farms
        where id = ${farmId} and supervisor_org_id is not null and id in (${visibleFarms(sql, caller)})`
      if (farm === undefined) throw new CallError('BAD_SHAPE', { fields: { farmId: 'unknown' } })
      const { animalIds, unknownTags, unknownIds } = await findChosen(sql, farmId, { ids, tags })
      if (unknownIds > 0) throw new CallError('BAD_SHAPE', { fields: { ids: 'unknown' } })
      if (unknownTags.length > 0)
        throw new CallError('BAD_SHAPE', { fields: { tags: 'unknown_tags' }, details: tagsOf(unknownTags) })
      if (animalIds.length === 0) throw new CallError('BAD_SHAPE', { fields: { tags: 'required' } })
      if (animalIds.length > maxPermitAnimals) throw new CallError('BAD_SHAPE', { fields: { tags: 'too_big' } })
      const animals = await sql<
        PermitRequest['animals']
      >`select id, visual_tag as tag from animals where id = any(${animalIds}::bigint[]) order by visual_tag, id`
      const payload: PermitRequest = {
        farmId,
        farmName: farm.name,
        animals: [...animals],
        startsAt,
        endsAt,
        purpose,
        certificateNo,
      }
      // The decision is due when the permit starts: within a day at the latest, after an hour at the earliest.
      const dueInMs = Math.min(dayMs, Math.max(hourMs, startsAt - now))
      const subject = { subjectType: 'FARM', subjectId: farmId, subjectName: farm.name } as const
      const ticketId = await requestTicket(within, caller, {
        kind: 'MOVEMENT_PERMIT',
        ...subject,
        payload,
        parties: { SUPERVISOR: farm.supervisorOrgId },
        dueInMs,
      })
      return { ticketId }
    }),
}
