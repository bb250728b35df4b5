import type { HandlersOf } from '../../handler.ts'
import { describeRecords, reference } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { visibleFarms } from '../visibility.ts'
import { requireUnpledged } from './pledges.ts'
import { checkPen } from './polygons/polygonChecks.ts'

export const pens = describeRecords('pens', {
  noun: 'farmSlot',
  table: 'pens',
  fields: {
    farmId: reference('farm_id', visibleFarms),
    name: 'name',
    polygon: 'polygon',
    capacity: 'capacity',
    purpose: 'purpose',
    heads: (sql) => sql`(select count(*) from animals a where a.pen_id = r.id and a.in_herd_to is null)`,
    windowMinutes: (sql) => sql`(select window_minutes from farms f where f.id = r.farm_id)`,
  },
  live: {
    fields: ['heard'],
    async read({ herd }, rows) {
      const heard = await herd.heardInPens([...new Set(rows.map(({ farmId }) => farmId))])
      return rows.map((row) => ({ ...row, heard: heard.get(row.id) ?? 0 }))
    },
  },
  visible: (sql, caller) => sql`r.farm_id in (${visibleFarms(sql, caller)})`,
  unique: { pens_name: 'name' },
  inUse: (sql) => sql`exists (select from animals a where a.pen_id = r.id and a.deleted_at is null)
    or exists (select from gateways g where g.pen_id = r.id and g.deleted_at is null)`,
  farm: 'farmId',
  hooks: {
    async beforeSave({ sql, before, input }) {
      if (before === null) return
      if (before.farmId !== input.farmId) await requireUnpledged(sql, before.farmId, 'farmId')
      if (!isSame(before.polygon, input.polygon)) await requireUnpledged(sql, before.farmId, 'polygon')
    },
    beforeRemove: ({ sql, before }) => requireUnpledged(sql, before.farmId, 'id'),
  },
})

export const penHandlers: HandlersOf<'pens'> = {
  ...recordHandlers(pens),

  check: (input, caller, context) => checkPen(context, caller, input),
}

/** Whether two fences are the same line, however their records are written. */
function isSame(one: { coordinates: unknown }, other: { coordinates: unknown }): boolean {
  return JSON.stringify(one.coordinates) === JSON.stringify(other.coordinates)
}
