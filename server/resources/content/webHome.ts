import { mediaUrl } from '#contract/content/texts.ts'
import { machineNow } from '../../clock.ts'
import type { HandlersOf } from '../../handler.ts'
import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { notePictures, requirePictures } from './contentPictures.ts'
import { readHome } from './published.ts'

/** Further content of the home page: a single record that always exists. */
export const webHome = describeRecords('webHome', {
  noun: 'webHome',
  table: 'web_home',
  fields: {
    iosImageId: 'ios_image_id',
    androidImageId: 'android_image_id',
  },
  visible: (sql) => sql`true`,
  same: (sql) => sql`r.id = 1`,
  hooks: {
    beforeSave: ({ sql, caller, input: { iosImageId, androidImageId } }) =>
      requirePictures(
        sql,
        caller,
        { kind: 'WEB_HOME', id: null },
        { iosImageId: [iosImageId], androidImageId: [androidImageId] },
      ),
    afterSave: ({ sql, after: { id, iosImageId, androidImageId } }) =>
      notePictures(sql, { kind: 'WEB_HOME', id }, { iosImageId: [iosImageId], androidImageId: [androidImageId] }),
  },
})

/** Returns a picture in the form of the specification's calls. Pictures have no names of their own. */
const picture = (id: string | null) => (id === null ? null : { id, url: mediaUrl(id), originName: `${id}.webp` })

export const webHomeHandlers: HandlersOf<'webHome'> = {
  ...recordHandlers(webHome),

  async info(_input, _caller, { sql }) {
    const shown = await readHome(sql, machineNow())
    return {
      banners: shown.banners.map(({ id, title, imgId, link }) => ({
        dbId: id,
        uid: imgId,
        url: mediaUrl(imgId),
        name: title,
        link,
      })),
      partnerships: shown.partnerships.map(({ id, name, logoId, link }) => ({
        dbId: id,
        uid: logoId,
        url: logoId && mediaUrl(logoId),
        name,
        link,
      })),
      iosImage: picture(shown.home.iosImageId),
      androidImage: picture(shown.home.androidImageId),
    }
  },

  async qrCodes(_input, _caller, { sql }) {
    const { home } = await readHome(sql, machineNow())
    return { iosImage: picture(home.iosImageId), androidImage: picture(home.androidImageId) }
  },
}
