import type { Language } from '../languages.ts'
import type { Frame } from './frame.ts'
import { html, type Markup } from './html.ts'
import { sayIn } from './words.ts'

/** Where the style sheet is, whatever its file is called. */
export const stylePath = '/site.css'

/**
 * A page of the site as visitors would get it of what is not saved yet: what is in it, under a line that says so. Its pictures stand as
 * `src="/media/{id}"` each: who shows it puts them in, since nobody else may see them yet.
 * @param main makes what is in it, as for visitors
 */
export function renderPreview(title: string, language: Language, main: (frame: Frame) => Markup): string {
  const frame: Frame = { spoken: { asked: language, language, direction: 'ltr' }, publicUrl: '', assets: { styles: [stylePath], fonts: [], script: null }, legal: [], hasPartners: false }
  return html`<!doctype html>
<html lang="${language}" dir="ltr"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>${title}</title><link rel="stylesheet" href="${stylePath}" /></head>
<body><p class="preview-note">${sayIn(language)('preview.note')}</p><main>${main(frame)}</main></body></html>
`.text
}
