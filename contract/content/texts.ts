import { z } from 'zod'

/** Languages of published content: those that the server has texts in. The first is the fallback. */
export const contentLanguages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const
export const contentLanguageSchema = z.enum(contentLanguages)
export type ContentLanguage = (typeof contentLanguages)[number]

/** Maximum length of a rich text, characters of stored HTML. */
export const maxRichText = 200_000

/** Maximum body size of calls with rich texts, bytes: enough for one text in each language. */
export const maxRichTextBytes = 3_000_000

/**
 * Rich text: HTML that the server cleans with its allow-list on every save. Images are uploads (`<img src="/media/{id}">`).
 * Videos are https addresses of files (`<video src>`) and load no third-party scripts. A video with another address, such as a page of a video site,
 * becomes a link.
 */
export const richTextSchema = z.string().max(maxRichText)

/** Https address of a video file that browsers play. Pages of video sites are rejected. */
export const videoAddressSchema = z
  .string()
  .trim()
  .max(2000)
  .refine(
    (address) =>
      /^https:\/\//i.test(address) &&
      URL.canParse(address) &&
      /\.(?:mp4|m4v|mov|webm|ogv|ogg)$/i.test(new URL(address).pathname),
    'video_file',
  )

/** Path of a published image: as uploaded, or with a maximum width in the best format that the browser accepts. */
export const mediaPath = '/media/{id}'
/** Returns the address of a published image, as used in rich texts and replies. */
export const mediaUrl = (id: string) => mediaPath.replace('{id}', id)
/** Widths in which published images are generated, px. */
export const mediaWidths = [320, 640, 960, 1280, 1920] as const

/** A link target: a path on this site, or an https address. */
export const linkSchema = z
  .string()
  .trim()
  .max(2000)
  .refine(
    (address) => /^\/(?!\/)\S*$/.test(address) || (URL.canParse(address) && new URL(address).protocol === 'https:'),
    'link',
  )

/** Time zone whose midnight limits `shownFrom` and `shownUntil`. */
export const platformZone = 'Asia/Shanghai'

/** First and last day of showing, both included, in the platform's time zone; null means no limit. */
export const validity = { shownFrom: z.iso.date().nullable(), shownUntil: z.iso.date().nullable() }
export const validityInput = {
  shownFrom: z.iso.date().nullable().optional(),
  shownUntil: z.iso.date().nullable().optional(),
}
export const isValidity = ({
  shownFrom,
  shownUntil,
}: {
  shownFrom?: string | null | undefined
  shownUntil?: string | null | undefined
}) => !shownFrom || !shownUntil || shownFrom <= shownUntil
export const validityFault = { path: ['shownUntil'], message: 'before_start' }
