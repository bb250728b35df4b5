import type { HandlersOf } from '../../handler.ts'
import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { forgetPictures, notePictures, requirePictures } from './contentPictures.ts'
import { orderRecords } from './order.ts'

/** The partners of the platform. */
export const partnerships = describeRecords('partnerships', {
  noun: 'partnership',
  table: 'partnerships',
  fields: { logoId: 'logo_id' },
  visible: (sql) => sql`true`,
  unique: { partnerships_name: 'name' },
  sort: { field: 'position', order: 'asc' },
  hooks: {
    async beforeSave({ sql, caller, before, input: { logoId } }) {
      await requirePictures(sql, caller, { kind: 'PARTNERSHIP', id: null }, { logoId: [logoId] })
      return before === null ? { position: sql`(select coalesce(max(position), 0) + 1 from partnerships)` } : {}
    },
    afterSave: ({ sql, after }) => notePictures(sql, { kind: 'PARTNERSHIP', id: after.id }, { logoId: [after.logoId] }),
    beforePurge: ({ sql, before }) => forgetPictures(sql, { kind: 'PARTNERSHIP', id: before.id }),
  },
})

export const partnershipHandlers: HandlersOf<'partnerships'> = {
  ...recordHandlers(partnerships),
  async order({ ids }, caller, context) {
    await orderRecords(context, partnerships, caller, ids)
    return {}
  },
}
