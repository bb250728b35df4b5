import type { HandlersOf } from '../../handler.ts'
import { describeRecords, reference } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { visibleFarms } from '../visibility.ts'
import { notifyBanks } from './collateralNotices.ts'
import { requireFarmUnpledged } from './pledges.ts'
import { isSameOutline } from './polygons/outlines.ts'
import { checkPen } from './polygons/polygonChecks.ts'
import { isBlindPen, receptionOf } from './reception/penReception.ts'

export const pens = describeRecords('pens', {
  noun: 'farmSlot',
  table: 'pens',
  fields: {
    farmId: reference('farm_id', visibleFarms),
    zone: 'zone_name',
    heads: (sql) => sql`(select count(*) from animals a where a.pen_id = r.id and a.in_herd_to is null)`,
    windowMinutes: (sql) => sql`(select window_minutes from farms f where f.id = r.farm_id)`,
  },
  live: {
    fields: ['heard', 'worn', 'heardByGateway', 'gateways', 'lastHeardAt', 'lastGatewayId'],
    async read({ sql, clock, herd }, rows) {
      const [heard, reception] = await Promise.all([
        herd.heardInPens([...new Set(rows.map(({ farmId }) => farmId))]),
        receptionOf(
          sql,
          rows.map(({ id }) => id),
          clock.now(),
        ),
      ])
      return rows.map((row) => ({ ...row, heard: heard.get(row.id) ?? 0, ...reception(row.id) }))
    },
  },
  filters: { isBlind: (sql, isBlind, now) => sql`${isBlindPen(sql, now)} = ${isBlind}` },
  visible: (sql, caller) => sql`r.farm_id in (${visibleFarms(sql, caller)})`,
  unique: { pens_name: 'name' },
  inUse: (sql) => sql`exists (select from animals a where a.pen_id = r.id and a.deleted_at is null)
    or exists (select from gateways g where g.pen_id = r.id and g.deleted_at is null)`,
  farm: 'farmId',
  hooks: {
    async beforeSave({ sql, before, input }) {
      if (before === null) return
      if (before.farmId !== input.farmId) await requireFarmUnpledged(sql, before.farmId, 'farmId')
      // Joining a zone makes leaving alerts rarer, because pens of one zone count as one place. Leaving a zone makes them more frequent.
      if (input.zone != null && input.zone !== before.zone)
        await requireFarmUnpledged(sql, before.farmId, 'zone', 'loosened')
      if (!isSameOutline(before.polygon, input.polygon)) await requireFarmUnpledged(sql, before.farmId, 'polygon')
    },
    async afterSave(change) {
      const { before, after } = change
      if (before !== null && before.name === after.name && before.capacity === after.capacity) return
      const [farm] = await change.sql<{ name: string }[]>`select name from farms where id = ${after.farmId}`
      await notifyBanks(change, [after.farmId], 'COLLATERAL_PEN', () => ({ name: after.name, farm: farm?.name ?? '' }))
    },
    beforeRemove: ({ sql, before }) => requireFarmUnpledged(sql, before.farmId, 'id'),
  },
})

export const penHandlers: HandlersOf<'pens'> = {
  ...recordHandlers(pens),

  check: (input, caller, context) => checkPen(context, caller, input),
}
