import { articleTypes, type ArticleType, type PublishedArticle } from '#contract/content/articles.ts'
import { type Frame, framePage, typeName } from '../frame.ts'
import { html, type Markup, type Piece } from '../html.ts'
import { sayIn, type Translate } from '../words.ts'
import { articleCard } from './cards.ts'

export interface NewsList {
  type: ArticleType
  /** Page number, from 1. */
  current: number
  pages: number
  list: readonly PublishedArticle[]
}

/** Articles per page. */
export const newsPageSize = 12

/** Returns the address of a page of a type; the first page has no number. */
export const newsAddress = (type: ArticleType, current = 1) => `/newsTopMenu/${type}${current > 1 ? `/${current}` : ''}`

/** Returns the page numbers to show: first, last and those around the current one; 0 stands for a gap. */
export function namedPages(current: number, pages: number): number[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (page) => page === 1 || page === pages || Math.abs(page - current) <= 2,
  )
  return near.flatMap((page, index) => (index > 0 && page - (near[index - 1] ?? page) > 1 ? [0, page] : [page]))
}

function paging({ type, current, pages }: NewsList, say: Translate): Piece {
  if (pages < 2) return null
  const step = (page: number, word: string, rel: string): Markup | false =>
    page >= 1 &&
    page <= pages &&
    html`<li><a class="page-step" href="${newsAddress(type, page)}" rel="${rel}">${word}</a></li>`
  return html`<nav class="paging" aria-label="${say('news.pages')}"><ul>${step(current - 1, say('news.before'), 'prev')}
${namedPages(current, pages).map((page) =>
  page === 0
    ? html`<li aria-hidden="true">…</li>`
    : html`<li><a href="${newsAddress(type, page)}" aria-label="${say('news.page', { number: page })}"${page === current && html` aria-current="page"`}>${page}</a></li>`,
)}
${step(current + 1, say('news.after'), 'next')}</ul></nav>`
}

/** Renders a page of the articles of a type. */
export function renderNews(news: NewsList, frame: Frame): string {
  const { type, current, pages, list } = news
  const say = sayIn(frame.spoken.language)
  const name = typeName(say, type)
  const title = current > 1 ? say('join.parts', { first: name, next: say('news.page', { number: current }) }) : name
  return framePage(frame, {
    path: newsAddress(type, current),
    title,
    description:
      list.length > 0 && current === 1
        ? say('news.description', { type: name })
        : `${say('news.description', { type: name })} ${say('news.page', { number: current })}`,
    current: type,
    before: current > 1 ? newsAddress(type, current - 1) : undefined,
    after: current < pages ? newsAddress(type, current + 1) : undefined,
    main: html`<div class="wide list-page"><h1>${name}</h1>
<nav class="tabs" aria-label="${say('news.types')}"><ul>${articleTypes.map((one) => html`<li><a href="${newsAddress(one)}"${one === type && html` aria-current="page"`}>${typeName(say, one)}</a></li>`)}</ul></nav>
${list.length === 0 ? html`<p class="none">${say('news.empty')}</p>` : html`<div class="cards">${list.map((article, index) => articleCard(article, frame, { isFirst: index === 0 }))}</div>`}
${paging(news, say)}</div>`,
  })
}
