import type { Language } from '../languages.ts'
import { type Frame, framePage, type SitePage } from './frame.ts'

/** Where the style sheet is, whatever its file is called. */
export const stylePath = '/site.css'

/** The links of a page's menu and foot now. */
export type Menus = Pick<Frame, 'legal' | 'hasPartners'>

/**
 * A page of the site as visitors would get it of what is not saved yet, under a line that says so. Nothing of its head and foot can be
 * pressed: it stands in a frame of the console. Its pictures stand as `src="/media/{id}"` each: who shows it puts them in, since nobody
 * else may see them yet.
 * @param pageOf makes the page, as for visitors
 */
export function renderPreview(language: Language, menus: Menus, pageOf: (frame: Frame) => SitePage): string {
  const frame: Frame = { spoken: { asked: language, language, direction: 'ltr' }, publicUrl: '', assets: { styles: [stylePath], fonts: [], script: null }, isPreview: true, ...menus }
  return framePage(frame, { ...pageOf(frame), isHidden: true })
}
