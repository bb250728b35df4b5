import type { ArticleText, ArticleType, PublishedArticleDetail } from '#contract/content/articles.ts'
import { languageNames } from '../languageOf.ts'
import { type Frame, framePage, inLanguage, type SitePage, typeName } from '../frame.ts'
import type { Language } from '../../languages.ts'
import { html, type Markup, type Piece, plainText } from '../html.ts'
import { mediaAddress, picture, type PictureSizes, withPictures } from '../pictures.ts'
import { type Menus, renderPreview } from '../preview.ts'
import { dayOf, sayIn, type Translate } from '../words.ts'
import { articleAddress, langOf } from './cards.ts'
import { newsAddress } from './news.ts'

const summaryCharacters = 160

function neighbours({ type, newer, older }: PublishedArticleDetail, frame: Frame, say: Translate): Piece {
  if (newer === null && older === null) return null
  const way = (to: PublishedArticleDetail['newer'], word: string, rel: string) =>
    to !== null &&
    html`<a class="beside-${rel}" rel="${rel}" href="${articleAddress({ type, id: to.id })}"><small>${word}</small><span${langOf(to.language, frame)}>${to.title}</span></a>`
  return html`<nav class="beside" aria-label="${say('article.beside')}">${way(newer, say('article.newer'), 'prev')}${way(older, say('article.older'), 'next')}</nav>`
}

/** Says that an article is shown in another language than requested, and lists its other languages. */
function languagesOf(article: PublishedArticleDetail, frame: Frame, say: Translate): Piece {
  const { language } = frame.spoken
  const isOther = article.language !== language
  const others = article.languages.filter((code) => code !== article.language && code !== language)
  const links = new Map<string, Markup>(
    others.map((code) => [
      code,
      html`<a href="${inLanguage(articleAddress(article), code, true)}" lang="${code}" hreflang="${code}">${languageNames[code]}</a>`,
    ]),
  )
  const listed = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' })
    .formatToParts(others)
    .map(({ value }) => links.get(value) ?? value)
  const [before, after] = say('article.also', { languages: '\n' }).split('\n')
  const also = others.length > 0 && html` ${before}${listed}${after}`
  if (isOther)
    return html`<p class="fallback">${say('article.fallback', { asked: languageNames[language], shown: languageNames[article.language] })}${also}</p>`
  return also !== false && html`<p class="also">${also}</p>`
}

interface Written {
  type: ArticleType
  language: Language
  title: string
  /** Formatted day; null when undecided. */
  day: Piece
  picture: Piece
  body: Markup
  note?: Piece
}

function coverOf(id: string | null, sizes: PictureSizes): Piece {
  return (
    id !== null &&
    html`<div class="article-picture">${picture(id, { alt: '', sizes: '(min-width: 800px) 760px, 94vw', isFirst: true, size: sizes.get(id) })}</div>`
  )
}

function written(article: Written, frame: Frame, say: Translate): Markup {
  return html`<article class="article"${langOf(article.language, frame)}>
<header><p class="article-type"><a href="${newsAddress(article.type)}" lang="${frame.spoken.language}">${typeName(say, article.type)}</a></p><h1>${article.title}</h1>${article.day !== null && html`<p class="article-day" lang="${frame.spoken.language}">${article.day}</p>`}</header>
${article.note}${article.picture}
<div class="rich">${article.body}</div></article>`
}

/** Renders an article for visitors. @param sizes pixel sizes of its pictures */
export function renderArticle(article: PublishedArticleDetail, sizes: PictureSizes, frame: Frame): string {
  const { languages, publishedAt, updatedAt } = article
  const say = sayIn(frame.spoken.language)
  const note = languagesOf(article, frame, say)
  const page = pageOf(
    {
      ...article,
      note: note && html`<div lang="${frame.spoken.language}">${note}</div>`,
      beside: neighbours(article, frame, say),
    },
    sizes,
    frame,
  )
  return framePage(frame, { ...page, languages, publishedAt, ...(updatedAt > publishedAt && { changedAt: updatedAt }) })
}

interface Shown extends ArticleText {
  type: ArticleType
  language: Language
  coverImageId: string | null
  /** Null when undecided. */
  publishedAt: string | null
  /** A note above it, and the links below. */
  note?: Piece
  beside?: Piece
}

function pageOf(
  { type, language, title, summary, body, coverImageId, publishedAt, note, beside, id }: Shown & { id?: number },
  sizes: PictureSizes,
  frame: Frame,
): SitePage {
  const say = sayIn(frame.spoken.language)
  const day =
    publishedAt === null
      ? null
      : html`<time datetime="${publishedAt}">${dayOf(frame.spoken.language, publishedAt)}</time>`
  return {
    path: id === undefined ? newsAddress(type) : articleAddress({ type, id }),
    title,
    description: summary === '' ? plainText(body, summaryCharacters) : summary,
    image: coverImageId === null ? undefined : mediaAddress(coverImageId, 1280),
    kind: 'article',
    current: type,
    main: html`<div class="narrow">${written({ type, language, title, day, picture: coverOf(coverImageId, sizes), body: withPictures(body, sizes), note }, frame, say)}${beside}</div>`,
  }
}

/** An unsaved article. */
interface Draft {
  type: ArticleType
  language: Language
  /** The body is already cleaned. */
  text: ArticleText
  coverImageId: string | null
  /** Publication; null when undecided. */
  publishedAt: string | null
}

/** Renders the page that visitors would get of a draft. */
export function renderArticlePreview({ text, ...draft }: Draft, menus: Menus): string {
  return renderPreview(draft.language, menus, (frame) => pageOf({ ...draft, ...text }, new Map(), frame))
}

/** Renders the page of a withdrawn article. */
export function withdrawnPage(type: ArticleType, id: number, frame: Frame): string {
  const say = sayIn(frame.spoken.language)
  return framePage(frame, {
    path: `/newsDetail/${type}/${id}`,
    title: say('article.withdrawn'),
    description: say('article.withdrawnSaid'),
    isHidden: true,
    current: type,
    main: html`<div class="narrow notice"><h1>${say('article.withdrawn')}</h1><p>${say('article.withdrawnSaid')}</p><p><a class="button" href="${newsAddress(type)}">${say('news.all', { type: typeName(say, type) })}</a></p></div>`,
  })
}
