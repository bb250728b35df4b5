import { animalDaysInBin } from '#contract/herd/animals.ts'
import type { HandlersOf } from '../../handler.ts'
import { describeRecords, reference, writtenByHook } from '../../records/describe.ts'
import { changeRecords } from '../../records/batch.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { textIn, contains, idIn } from '../../records/page.ts'
import { findRecord } from '../../records/select.ts'
import { categoryColumn } from '../lookups/lookupRows.ts'
import { lookupField } from '../lookups/lookups.ts'
import { visibleFarms } from '../visibility.ts'
import { readCard } from './animals/animalCards.ts'
import { liveAnimalFields, readAnimalStates } from './animals/animalStates.ts'
import { editsOf } from './animals/animalEdits.ts'
import { groupingOf, groupsOf } from './animals/groupMembers.ts'
import { erasePhotos } from './animals/animalPhotos.ts'
import { readStays, readTags, readWorn } from './animals/animalHistory.ts'
import { requirePen, setAnimalStatus, notifyOfMove, transferTo } from './animals/animalMoves.ts'
import { readTimeline } from './animals/timeline.ts'
import { notifyPledgees, notifyOfArrivals, notifyOfEdits } from './collateralNotices.ts'
import { unpairAnimals } from './pairings.ts'
import { isInsured } from './coverage/standing.ts'
import { resolvePenOnFarm, penIfPresent } from './penOfFarm.ts'
import { isPledged, requireAnimalsUnpledged, requireSameProjects, requireFarmUnpledged, wasPledged } from './pledges.ts'

export const animals = describeRecords('animals', {
  noun: 'animal',
  table: 'animals',
  joins: (sql) => sql`left join lookups category on category.id = r.category_id`,
  fields: {
    electronicTag: {
      read: (sql) => sql`
        case when r.electronic_tag is not null then jsonb_build_object('scheme', r.electronic_scheme, 'value', r.electronic_tag) end`,
      write: (tag) => ({ electronic_scheme: tag?.scheme ?? null, electronic_tag: tag?.value ?? null }),
    },
    farmId: reference('farm_id', visibleFarms),
    farmSlotId: 'pen_id',
    timeZone: (sql) => sql`(select time_zone from farms where farms.id = r.farm_id)`,
    category: writtenByHook((sql) => sql`category.code`),
    categoryId: lookupField('category_id', 'CATEGORY'),
    originId: lookupField('origin_id', 'ORIGIN'),
    colourId: lookupField('colour_id', 'COLOUR'),
    documentId: 'document_id',
    // Subqueries instead of joins, so that they run for the rows of one page only.
    neckbandId: (sql) => sql`(select p.neckband_id from pairings p where p.animal_id = r.id and p.to_at is null)`,
    groupIds: (sql) => groupsOf(sql, sql`r.id`, sql`r.farm_id`),
    isPledged,
  },
  live: { fields: liveAnimalFields, read: readAnimalStates },
  filters: {
    tag: (sql, part) => sql`(${contains(sql, 'r.visual_tag', part)} or ${contains(sql, 'r.electronic_tag', part)})`,
    category: (sql, codes) => textIn(sql, sql`category.code`, codes),
    categoryIds: (sql, ids) => idIn(sql, sql`r.category_id`, ids),
    originIds: (sql, ids) => idIn(sql, sql`r.origin_id`, ids),
    colourIds: (sql, ids) => idIn(sql, sql`r.colour_id`, ids),
    groupId: (sql, groupId) =>
      sql`exists (select from animal_group_members m where m.animal_id = r.id and m.group_id = ${groupId} and m.to_at is null)`,
    policyId: (sql, id) => sql`exists (select from policy_animals i where i.animal_id = r.id and i.policy_id = ${id})`,
    isInsured: (sql, is, now) => sql`${isInsured(sql, now)} = ${is}`,
    isPledged: (sql, is) => sql`${isPledged(sql)} = ${is}`,
    isWorn: (sql, isWorn) =>
      sql`exists (select from pairings p where p.animal_id = r.id and p.to_at is null) = ${isWorn}`,
  },
  visible: (sql, caller) => sql`r.farm_id in (${visibleFarms(sql, caller)})`,
  unique: { animals_visual_tag: 'visualTag', animals_electronic_tag: { acrossOwners: 'electronicTag' } },
  farm: 'farmId',
  // Animals that ever wore a neckband or were pledged are never purged.
  bin: {
    retentionDays: animalDaysInBin,
    needed: (sql) => sql`(exists (select from pairings p where p.animal_id = r.id) or ${wasPledged(sql)})`,
  },
  // A trigger writes `stays` from `placed_at` and `in_herd_to`.
  hooks: {
    async beforeSave(change) {
      const { sql, before, input, now } = change
      if (before) {
        await requireSameProjects(sql, { fromFarmId: before.farmId, toFarmId: input.farmId, animalIds: [before.id] })
      }
      const pen = await resolvePenOnFarm(change)
      if (before) await notifyOfMove(change, [before], { farmId: input.farmId, ...pen })
      if (before) await requirePen(sql, [before], { farmId: input.farmId, ...pen })
      return {
        ...(await categoryColumn(change)),
        ...pen,
        placed_at: now,
        ...(before === null && { in_herd_from: now }),
      }
    },
    async afterSave(change) {
      const { before, after } = change
      const { farmId, visualTag } = after
      if (before === null) return notifyOfArrivals(change, [{ farmId, count: 1, tags: [visualTag] }])
      const [was, is] = [before, after].map(({ visualTag, electronicTag }) =>
        [visualTag, electronicTag?.value].filter(Boolean).join('\n'),
      )
      await notifyOfEdits(change, [before], () => after)
      if (was !== is)
        await notifyPledgees(change, [before], 'COLLATERAL_TAG', () => ({ before: was ?? '', name: is ?? '' }))
    },
    async beforeRemove({ sql, caller, before, now }) {
      await requireFarmUnpledged(sql, before.farmId, 'id')
      await requireAnimalsUnpledged(sql, [before.id], 'id')
      await unpairAnimals(sql, [before.id], { now, caller, reason: null })
      return { in_herd_to: sql`coalesce(in_herd_to, ${now})`, placed_at: now }
    },
    async beforeRestore(change) {
      const { farmId, visualTag, status } = change.before
      if (status === 'IN_HERD') await notifyOfArrivals(change, [{ farmId, count: 1, tags: [visualTag] }])
      return {
        ...(await penIfPresent(change)),
        placed_at: change.now,
        ...(status === 'IN_HERD' && { in_herd_to: null }),
      }
    },
    beforePurge: ({ sql, before }) => erasePhotos(sql, before.id),
  },
})

export const animalHandlers: HandlersOf<'animals'> = {
  ...recordHandlers(animals),

  async editAll(input, caller, context) {
    return { changed: await changeRecords(context, animals, caller, input, editsOf(animals, input)) }
  },

  async transfer(input, caller, context) {
    return { changed: await changeRecords(context, animals, caller, input, transferTo(animals, input)) }
  },

  async setStatus(input, caller, context) {
    return { changed: await changeRecords(context, animals, caller, input, setAnimalStatus(input)) }
  },

  async setGroup(input, caller, context) {
    return { changed: await changeRecords(context, animals, caller, input, groupingOf(input)) }
  },

  async stays(input, caller, { sql }) {
    await findRecord(sql, animals, caller, input.id)
    return readStays(sql, caller, input)
  },

  async pairings(input, caller, { sql }) {
    await findRecord(sql, animals, caller, input.id)
    return readWorn(sql, input)
  },

  async tags(input, caller, { sql }) {
    await findRecord(sql, animals, caller, input.id)
    return readTags(sql, input)
  },

  async timeline(input, caller, { sql }) {
    await findRecord(sql, animals, caller, input.id)
    return readTimeline(sql, caller, input)
  },

  async card({ id }, caller, context) {
    return readCard(context, caller, await findRecord(context.sql, animals, caller, id))
  },
}
