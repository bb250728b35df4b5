import { z } from 'zod'

/** The languages in which something is published: those that the server has words in. The first is what others fall back to. */
export const contentLanguages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const
export const contentLanguageSchema = z.enum(contentLanguages)
export type ContentLanguage = (typeof contentLanguages)[number]

/** The longest rich text, characters of HTML as it is stored. */
export const maxRichText = 200_000

/** Calls that carry rich texts may be as large, bytes: one text in each language. */
export const maxRichTextBytes = 3_000_000

/**
 * Rich text: HTML, cleaned by the server's allow-list whenever it is saved. Pictures are uploaded ones (`<img src="/media/{id}">`);
 * videos are named by an https address of a file (`<video src>`), and have no scripts of others about them; one that names another
 * address, such as the page of a video site, becomes a link to it.
 */
export const richTextSchema = z.string().max(maxRichText)

/** The address of a video that browsers play: a file, by https. The page of a video site is none. */
export const videoAddressSchema = z
  .string()
  .trim()
  .max(2000)
  .refine((address) => /^https:\/\//i.test(address) && URL.canParse(address) && /\.(?:mp4|m4v|mov|webm|ogv|ogg)$/i.test(new URL(address).pathname), 'video_file')

/** Where a published picture is: as it was uploaded, or no wider than asked for, in the best format that the browser takes. */
export const mediaPath = '/media/{id}'
/** The address of a published picture, as rich texts and answers name it. */
export const mediaUrl = (id: string) => mediaPath.replace('{id}', id)
/** The widths in which published pictures are made, px. */
export const mediaWidths = [320, 640, 960, 1280, 1920] as const

/** An address that a visitor is sent to: this site's own, or another's by https. */
export const linkSchema = z
  .string()
  .trim()
  .max(2000)
  .refine((address) => /^\/(?!\/)\S*$/.test(address) || (URL.canParse(address) && new URL(address).protocol === 'https:'), 'link')

/** The zone whose midnight begins and ends the days in which something is shown. */
export const platformZone = 'Asia/Shanghai'

/** In which days something is shown, both included, by the clock of the platform's zone; null: without a limit. */
export const validity = { shownFrom: z.iso.date().nullable(), shownUntil: z.iso.date().nullable() }
export const validityInput = { shownFrom: z.iso.date().nullable().optional(), shownUntil: z.iso.date().nullable().optional() }
export const isValidity = ({ shownFrom, shownUntil }: { shownFrom?: string | null | undefined; shownUntil?: string | null | undefined }) => !shownFrom || !shownUntil || shownFrom <= shownUntil
export const validityFault = { path: ['shownUntil'], message: 'before_start' }
