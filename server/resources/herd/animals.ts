import type { HandlersOf } from '../../handler.ts'
import { describeRecords, reference } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { findRecord } from '../../records/select.ts'
import { visibleFarms } from '../visibility.ts'
import { readCard } from './animalCards.ts'
import { takeOff } from './pairings.ts'
import { ofTheFarm, penIfKept } from './penOfFarm.ts'
import { requireSameProjects, requireUnpledged } from './pledges.ts'

export const animals = describeRecords('animals', {
  noun: 'animal',
  table: 'animals',
  joins: (sql) => sql`left join pairings p on p.animal_id = r.id and p.to_at is null`,
  fields: {
    visualTag: 'visual_tag',
    electronicTag: {
      read: (sql) => sql`
        case when r.electronic_tag is not null then jsonb_build_object('scheme', r.electronic_scheme, 'value', r.electronic_tag) end`,
      write: (tag) => ({ electronic_scheme: tag?.scheme ?? null, electronic_tag: tag?.value ?? null }),
    },
    farmId: reference('farm_id', visibleFarms),
    farmSlotId: 'pen_id',
    category: 'category',
    breed: 'breed',
    sex: 'sex',
    birthDate: 'birth_date',
    status: 'status',
    neckbandId: (sql) => sql`p.neckband_id`,
  },
  visible: (sql, caller) => sql`r.farm_id in (${visibleFarms(sql, caller)})`,
  unique: { animals_visual_tag: 'visualTag', animals_electronic_tag: 'electronicTag' },
  farm: 'farmId',
  // Where it stood when is kept by a trigger (`stays`), from `placed_at` and `in_herd_to`.
  hooks: {
    async beforeSave(change) {
      const { sql, before, input, now } = change
      if (before) await requireSameProjects(sql, before.farmId, input.farmId)
      return { ...(await ofTheFarm(change)), placed_at: now, ...(before === null && { in_herd_from: now }) }
    },
    async beforeRemove({ sql, before, now }) {
      await requireUnpledged(sql, before.farmId, 'id')
      await takeOff(sql, now, before.id)
      return { in_herd_to: sql`coalesce(in_herd_to, ${now})`, placed_at: now }
    },
    async beforeRestore(change) {
      const isInHerd = change.before.status === 'IN_HERD' || change.before.status === 'MISSING'
      return { ...(await penIfKept(change)), placed_at: change.now, ...(isInHerd && { in_herd_to: null }) }
    },
  },
})

export const animalHandlers: HandlersOf<'animals'> = {
  ...recordHandlers(animals),

  async card({ id }, caller, context) {
    return readCard(context, caller, await findRecord(context.sql, animals, caller, id))
  },
}
