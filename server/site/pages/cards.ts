import type { PublishedArticle } from '#contract/content/articles.ts'
import type { ContentLanguage } from '#contract/content/texts.ts'
import type { Frame } from '../frame.ts'
import { html, type Markup, type Piece } from '../html.ts'
import { picture } from '../pictures.ts'
import { dayOf, shortDay } from '../words.ts'

export const articleAddress = ({ type, id }: Pick<PublishedArticle, 'type' | 'id'>) => `/newsDetail/${type}/${id}`

/** Returns attributes for published content: its language if it differs from the page's, and left-to-right direction on a right-to-left page. */
export const langOf = (language: ContentLanguage, { spoken }: Frame): Piece => [
  language !== spoken.language && html` lang="${language}"`,
  spoken.direction === 'rtl' && html` dir="ltr"`,
]

/** Renders a line of a list: day and title. */
export function articleLine(article: PublishedArticle, frame: Frame): Markup {
  return html`<li><time datetime="${article.publishedAt}">${shortDay(article.publishedAt)}</time><a href="${articleAddress(article)}"${langOf(article.language, frame)}>${article.title}</a></li>`
}

/** A hilly pasture with a pen, for articles without a picture. */
const cover = html`<svg class="cover" viewBox="0 0 480 270" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M-20 90 C100 30 190 130 290 84 S420 50 520 90 M-20 160 C90 110 210 200 310 150 S430 120 520 156 M-20 226 C110 190 220 262 330 214 S440 196 520 222" /><path class="cover-pen" d="M300 70h112v82H300z" /><path class="cover-heads" d="M322 96h.01M350 88h.01M381 104h.01M336 126h.01M368 132h.01M394 126h.01" /></svg>`

/** Renders an article's card: picture, title and summary. */
export function articleCard(
  article: PublishedArticle,
  frame: Frame,
  { isLarge = false, isFirst = false } = {},
): Markup {
  const { coverImageId, title, summary, publishedAt, language } = article
  const sizes = isLarge ? '(min-width: 1180px) 640px, 94vw' : '(min-width: 1180px) 360px, (min-width: 640px) 45vw, 94vw'
  return html`<article class="card${isLarge && ' card-large'}"><a href="${articleAddress(article)}"${langOf(language, frame)}><span class="card-picture">${coverImageId === null ? cover : picture(coverImageId, { alt: '', sizes, isFirst })}</span><span class="card-words"><span class="card-title">${title}</span>${summary !== '' && html`<span class="card-summary">${summary}</span>`}</span></a><time datetime="${publishedAt}">${dayOf(frame.spoken.language, publishedAt)}</time></article>`
}
