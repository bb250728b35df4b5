import type { Pen } from '#contract/herd/pens.ts'
import type { Polygon } from '#contract/values/geo.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { describeRecords, reference } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { visibleFarms } from '../visibility.ts'
import { notifyBanks, type NotifyingChange } from './collateralNotices.ts'
import { requireFarmUnpledged } from './pledges.ts'
import { isSameOutline } from './polygons/outlines.ts'
import { checkPen, metresOutsideFarm } from './polygons/polygonChecks.ts'
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
      if (before === null) return requireWithinFarm(sql, input)
      if (before.farmId !== input.farmId) await requireFarmUnpledged(sql, before.farmId, 'farmId')
      // Joining a zone makes leaving alerts rarer, because pens of one zone count as one place. Leaving a zone makes them more frequent.
      if (input.zone != null && input.zone !== before.zone)
        await requireFarmUnpledged(sql, before.farmId, 'zone', 'loosened')
      if (!isSameOutline(before.polygon, input.polygon)) await requireFarmUnpledged(sql, before.farmId, 'polygon')
    },
    async afterSave(change) {
      const { before, after } = change
      if (before !== null && before.name === after.name && before.capacity === after.capacity) return
      await notifyOfPen(change, after)
    },
    beforeRemove: ({ sql, before }) => requireFarmUnpledged(sql, before.farmId, 'id'),
    async beforeRestore(change) {
      await requireWithinFarm(change.sql, change.before)
      await notifyOfPen(change, change.before)
    },
  },
})

type Placed = Pick<Pen, 'farmId' | 'name'>

async function notifyOfPen(change: NotifyingChange, { farmId, name }: Placed): Promise<void> {
  const [farm] = await change.sql<{ name: string }[]>`select name from farms where id = ${farmId}`
  await notifyBanks(change, [farmId], 'COLLATERAL_PEN', () => ({ name, farm: farm?.name ?? '' }))
}

/**
 * Prevents new pens from silencing leaving alerts on a pledged farm: places outside it would count as the farm, places in a zone as the
 * zone's other pens.
 * @throws CallError PLEDGED naming the field
 */
async function requireWithinFarm(
  sql: Queries,
  { farmId, polygon, zone }: { farmId: number; polygon: Polygon; zone?: string | null | undefined },
): Promise<void> {
  if (zone != null) await requireFarmUnpledged(sql, farmId, 'zone', 'loosened')
  const [farm] = await sql<{ boundary: Polygon }[]>`select boundary from farms where id = ${farmId}`
  if (farm && metresOutsideFarm(polygon, farm.boundary) > 0) await requireFarmUnpledged(sql, farmId, 'polygon')
}

export const penHandlers: HandlersOf<'pens'> = {
  ...recordHandlers(pens),

  check: (input, caller, context) => checkPen(context, caller, input),
}
