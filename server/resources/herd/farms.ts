import type { PlanImage } from '#contract/herd/planImages.ts'
import type { HandlersOf } from '../../handler.ts'
import { describeRecords, reference } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { requireOwnPicture } from '../files/fileOwners.ts'
import { farmsOf } from '../visibility.ts'
import { editedIn, notifyBanks } from './collateralNotices.ts'
import { headcountNow } from './headcounts.ts'
import { eligibleFarmBorrowers, requireFarmUnpledged } from './pledges.ts'
import { isSameOutline } from './polygons/outlines.ts'
import { checkBoundary } from './polygons/polygonChecks.ts'

/** What says where a farm is, apart from its boundary, which does not change while it is pledged. */
const described = [
  ['farm.name', 'name'],
  ['farm.address', 'address'],
  ['farm.county', 'countyCode'],
  ['farm.planImage', 'planImage'],
] as const

export const farms = describeRecords('farms', {
  noun: 'farm',
  table: 'farms',
  fields: {
    borrowerOrgId: reference('borrower_org_id', eligibleFarmBorrowers),
    planImage: {
      read: (sql) => sql`case when r.plan_image_id is not null then
        jsonb_build_object('imageId', r.plan_image_id, 'corners', r.plan_corners, 'opacity', r.plan_opacity) end`,
      write: (image: PlanImage | null) => ({
        plan_image_id: image?.imageId ?? null,
        plan_corners: image?.corners ?? null,
        ...(image && { plan_opacity: image.opacity }),
      }),
    },
  },
  live: {
    fields: ['headcount'],
    read: (context, rows) =>
      Promise.all(
        rows.map(async (row) => ({ ...row, headcount: await headcountNow(context, row.id, row.windowMinutes) })),
      ),
  },
  visible: (sql, caller) => sql`r.id in (${farmsOf(sql, caller)})`,
  inUse: (sql) => sql`exists (select from pens p where p.farm_id = r.id and p.deleted_at is null)
    or exists (select from gateways g where g.farm_id = r.id and g.deleted_at is null)
    or exists (select from animals a where a.farm_id = r.id and a.deleted_at is null)
    or exists (select from project_farms pf join projects p on p.id = pf.project_id where pf.farm_id = r.id and p.status <> 'CLOSED')`,
  farm: 'id',
  hooks: {
    async beforeSave({ sql, caller, before, input }) {
      const imageId = input.planImage?.imageId
      if (imageId !== undefined && imageId !== before?.planImage?.imageId)
        await requireOwnPicture(sql, caller, 'planImage.imageId', imageId)
      if (before === null) return { supervisor_org_id: caller.organisationId }
      const { id, borrowerOrgId, boundary, timeZone, windowMinutes } = before
      if (!isSameOutline(boundary, input.boundary)) await requireFarmUnpledged(sql, id, 'boundary')
      if (input.borrowerOrgId !== undefined && input.borrowerOrgId !== borrowerOrgId)
        await requireFarmUnpledged(sql, id, 'borrowerOrgId')
      // The time zone decides when a project's closed days began and ended.
      if (input.timeZone !== timeZone) await requireFarmUnpledged(sql, id, 'timeZone')
      if (input.windowMinutes > windowMinutes) await requireFarmUnpledged(sql, id, 'windowMinutes', 'loosened')
      return {}
    },
    async afterSave(change) {
      const { before, after } = change
      if (before === null) return
      const { id, name } = after
      const minutes = { before: String(before.windowMinutes), after: String(after.windowMinutes) }
      if (minutes.before !== minutes.after)
        await notifyBanks(change, [id], 'COLLATERAL_WINDOW', () => ({ name, ...minutes }))
      const fields = editedIn(before, after, described)
      if (fields.length > 0)
        await notifyBanks(change, [id], 'COLLATERAL_FARM', () => ({ name, fields: fields.join('\n') }))
    },
    // Rules of a purged farm have no meaning and are deleted with it.
    async beforePurge({ sql, before }) {
      await sql`delete from alert_rules where scope = 'FARM' and scope_id = ${before.id}`
    },
  },
})

export const farmHandlers: HandlersOf<'farms'> = {
  ...recordHandlers(farms),

  check: (input, caller, context) => checkBoundary(context, caller, input),
}
