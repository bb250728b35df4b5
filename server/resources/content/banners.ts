import { mediaUrl, platformZone } from '#contract/content/texts.ts'
import { machineNow } from '../../clock.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { dayAt } from '../../farmDays.ts'
import type { HandlersOf } from '../../handler.ts'
import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import type { Uploader } from '../files/fileOwners.ts'
import { forgetPictures, notePictures, requirePictures } from './contentPictures.ts'
import { orderRecords } from './order.ts'
import { readShownBanners } from './published.ts'

/** Whether today, in the platform's time zone, is among the days on which a record `r` is shown. */
function isShownToday(sql: Queries): Fragment {
  const today = dayAt(machineNow(), platformZone)
  return sql`((r.shown_from is null or r.shown_from <= ${today}::date) and (r.shown_until is null or r.shown_until >= ${today}::date))`
}

/** Selects the public address of the picture of a record `r`; it works while the record is shown. */
const addressOf = (sql: Queries): Fragment => sql`${mediaUrl('')}::text || r.image_id`

interface BannerChange {
  sql: Queries
  caller: Uploader
}

/** Builds the description of the banners of one home page; `place` distinguishes them. */
const bannersOf = (place: 'WEB' | 'APP') => ({
  table: 'banners',
  fields: { imgId: 'image_id', imgUrl: addressOf, isShown: isShownToday } as const,
  visible: (sql: Queries) => sql`r.place = ${place}`,
  sort: { field: 'position', order: 'asc' } as const,
  hooks: {
    async beforeSave({
      sql,
      caller,
      before,
      input: { imgId },
    }: BannerChange & { before: object | null; input: { imgId: string } }) {
      await requirePictures(sql, caller, { kind: 'BANNER', id: null }, { imgId: [imgId] })
      return before === null
        ? { place, position: sql`(select coalesce(max(position), 0) + 1 from banners where place = ${place})` }
        : {}
    },
    afterSave: ({ sql, after }: BannerChange & { after: { id: number; imgId: string } }) =>
      notePictures(sql, { kind: 'BANNER', id: after.id }, { imgId: [after.imgId] }),
    beforePurge: ({ sql, before }: BannerChange & { before: { id: number } }) =>
      forgetPictures(sql, { kind: 'BANNER', id: before.id }),
  },
})

export const webBanners = describeRecords('webBanners', { noun: 'webBanner', ...bannersOf('WEB') })
export const appBanners = describeRecords('appBanners', { noun: 'appBanner', ...bannersOf('APP') })

export const webBannerHandlers: HandlersOf<'webBanners'> = {
  ...recordHandlers(webBanners),
  async order({ ids }, caller, context) {
    await orderRecords(context, webBanners, caller, ids)
    return {}
  },
}

export const appBannerHandlers: HandlersOf<'appBanners'> = {
  ...recordHandlers(appBanners),
  async order({ ids }, caller, context) {
    await orderRecords(context, appBanners, caller, ids)
    return {}
  },
  async shown(_input, _caller, { sql }) {
    const banners = await readShownBanners(sql, 'APP', machineNow())
    return { list: banners.map((banner) => ({ ...banner, imgUrl: mediaUrl(banner.imgId) })) }
  },
}
