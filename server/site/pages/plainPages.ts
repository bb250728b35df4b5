import { type Frame, framePage, legalName, type LegalPage } from '../frame.ts'
import { html, plainText } from '../html.ts'
import { type PictureSizes, withPictures } from '../pictures.ts'
import { sayIn } from '../words.ts'

/** Renders one of the legal texts; an empty one is not published yet. */
export function renderLegal(page: LegalPage, text: string, sizes: PictureSizes, frame: Frame): string {
  const say = sayIn(frame.spoken.language)
  const title = legalName(say, page)
  return framePage(frame, {
    path: `/legal/${page}`,
    title,
    description: text === '' ? say('legal.none') : plainText(text, 160),
    isHidden: text === '',
    main: html`<div class="narrow"><article class="article"><header><h1>${title}</h1></header>${text === '' ? html`<p class="none">${say('legal.none')}</p>` : html`<div class="rich" dir="auto">${withPictures(text, sizes)}</div>`}</article></div>`,
  })
}

/** Renders the page for a missing address (`missing`), or for a page that cannot be shown at the moment (`away`). */
export function renderNotice(kind: 'missing' | 'away', path: string, frame: Frame): string {
  const say = sayIn(frame.spoken.language)
  const title = kind === 'missing' ? say('missing.title') : say('away.title')
  const said = kind === 'missing' ? say('missing.said') : say('away.said')
  return framePage(frame, {
    path,
    title,
    description: said,
    isHidden: true,
    main: html`<div class="narrow notice"><h1>${title}</h1><p>${said}</p><p><a class="button" href="/">${say('missing.home')}</a></p></div>`,
  })
}
