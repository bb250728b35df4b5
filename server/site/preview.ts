import type { Language } from '../languages.ts'
import { type Frame, framePage, type SitePage } from './frame.ts'

/** Fixed path of the style sheets, independent of file names. */
export const stylePath = '/site.css'

/** The current links in a page's menu and footer. */
export type Menus = Pick<Frame, 'legal' | 'hasPartners'>

/**
 * Renders the page that visitors would get of unsaved content, with a note that says so. Its header and footer are inert, because it
 * is displayed in a frame of the console. Pictures stay `src="/media/{id}"`: the console inserts them, since nobody else may see them yet.
 * @param pageOf renders the page as for visitors
 */
export function renderPreview(language: Language, menus: Menus, pageOf: (frame: Frame) => SitePage): string {
  const frame: Frame = {
    spoken: { asked: language, language, direction: 'ltr' },
    publicUrl: '',
    assets: { styles: [stylePath], fonts: [], script: null },
    isPreview: true,
    ...menus,
  }
  return framePage(frame, { ...pageOf(frame), isHidden: true })
}
