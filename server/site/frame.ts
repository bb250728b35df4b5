import { articleTypes, type ArticleType } from '#contract/content/articles.ts'
import type { legalPages } from '#contract/content/appSupport.ts'
import { colours } from '../colours.ts'
import { type Language, languages } from '../languages.ts'
import { html, type Markup, type Piece, safeAddress } from './html.ts'
import { languageNames, type Spoken, usualLanguage } from './languageOf.ts'
import { sayIn, type Say } from './words.ts'

export type LegalPage = keyof typeof legalPages

/** Where the built style sheet, its fonts and the script are; null: there is none. */
export interface SiteAssets {
  styles: readonly string[]
  fonts: readonly string[]
  script: string | null
}

/** The frame around all pages. */
export interface Frame {
  spoken: Spoken
  /** Where people reach the site, without a slash at the end. */
  publicUrl: string
  assets: SiteAssets
  /** The legal texts that there are. */
  legal: readonly LegalPage[]
  /** Whether the home page has partners to lead to. */
  hasPartners: boolean
  /** Of what is not saved yet: it says so, and leads nowhere. */
  isPreview?: true
}

/** One page of the site. */
export interface SitePage {
  /** Path and query without the language. */
  path: string
  title: string
  description: string
  /** The picture of a share card: a path or an address. */
  image?: string | undefined
  kind?: 'website' | 'article'
  publishedAt?: string
  /** When an article was changed last. */
  changedAt?: string
  /** The languages that what it is about has, the one that others fall back to first; absent: all. */
  languages?: readonly Language[]
  /** Whether search engines are to leave it out. */
  isHidden?: boolean
  /** Which line of the menu it belongs to. */
  current?: ArticleType
  main: Markup
  /** Addresses of the pages beside it in a list. */
  before?: string | undefined
  after?: string | undefined
}

/** Open Graph's names of the languages. */
const shareLocale = (language: string) => language.replace('-', '_')

const typeWords = { NEWS: 'type.NEWS', POLICY: 'type.POLICY', GUIDE: 'type.GUIDE' } as const
export const typeName = (say: Say, type: ArticleType) => say(typeWords[type])
const legalWords = { 'service-agreement': 'legal.service', privacy: 'legal.privacy', copyright: 'legal.copyright', 'copyright-details': 'legal.details' } as const
export const legalName = (say: Say, page: LegalPage) => say(legalWords[page])

/** An address of the site in a language; the usual one has none in its address. */
export function inLanguage(path: string, language: string, isExplicit = false): string {
  if (language === usualLanguage && !isExplicit) return path
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
}

/** The language that whoever speaks none of them gets. */
export const fallbackOf = (has: readonly Language[]): Language => (has.includes(usualLanguage) ? usualLanguage : (has[0] ?? usualLanguage))

function head({ spoken, publicUrl, assets }: Frame, page: SitePage): Markup {
  const { language } = spoken
  const say = sayIn(language)
  const title = page.path === '/' ? page.title : say('join.parts', { first: page.title, next: 'Drover' })
  const absolute = (path: string) => (path.startsWith('/') ? publicUrl + path : path)
  // In another language than it has an article is the same page again, around the same words: search engines are led to the one.
  const has = page.languages ?? languages
  const usual = fallbackOf(has)
  const own = absolute(inLanguage(page.path, has.includes(language) ? language : usual))
  const isSeen = page.isHidden !== true
  return html`<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
<title>${title}</title>
<meta name="description" content="${page.description}" />
<meta name="theme-color" content="${colours.browserFrame}" />
${assets.fonts.map((address) => html`<link rel="preload" as="font" type="font/woff2" href="${address}" crossorigin />`)}
${assets.styles.map((address) => html`<link rel="stylesheet" href="${address}" />`)}
${assets.script !== null && html`<script type="module" src="${assets.script}"></script>`}
<link rel="icon" type="image/svg+xml" href="/favicon.svg" />
<link rel="apple-touch-icon" href="/icon-192.png" />
${isSeen ? html`<link rel="canonical" href="${own}" />
${has.map((code) => html`<link rel="alternate" hreflang="${code}" href="${absolute(inLanguage(page.path, code))}" />`)}
<link rel="alternate" hreflang="x-default" href="${absolute(inLanguage(page.path, usual))}" />` : html`<meta name="robots" content="noindex" />`}
${page.before !== undefined && html`<link rel="prev" href="${page.before}" />`}
${page.after !== undefined && html`<link rel="next" href="${page.after}" />`}
<link rel="alternate" type="application/rss+xml" title="${say('news.feed')}" href="${inLanguage('/rss.xml', language)}" />
<meta property="og:site_name" content="Drover" />
<meta property="og:type" content="${page.kind ?? 'website'}" />
<meta property="og:title" content="${page.title}" />
<meta property="og:description" content="${page.description}" />
<meta property="og:url" content="${own}" />
<meta property="og:locale" content="${shareLocale(language)}" />
<meta property="og:image" content="${absolute(page.image ?? '/icon-512.png')}" />
<meta name="twitter:card" content="${page.image === undefined ? 'summary' : 'summary_large_image'}" />
${page.publishedAt !== undefined && html`<meta property="article:published_time" content="${page.publishedAt}" />`}
${page.changedAt !== undefined && html`<meta property="article:modified_time" content="${page.changedAt}" />`}
</head>`
}

const sign = html`<svg class="sign" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><circle cx="16" cy="16" r="12" fill="none" stroke="currentColor" stroke-width="4" /><circle class="sign-heart" cx="16" cy="16" r="4.5" /><circle class="sign-alert" cx="24.6" cy="7.6" r="3.6" /></svg>`

function menu(say: Say, { hasPartners }: Frame, current: ArticleType | undefined): Piece {
  return [
    ...articleTypes.map((type) => html`<li><a href="/newsTopMenu/${type}"${type === current && html` aria-current="page"`}>${typeName(say, type)}</a></li>`),
    hasPartners && html`<li><a href="/#partners">${say('nav.partners')}</a></li>`,
  ]
}

function languageMenu({ asked, language, direction }: Spoken, path: string, say: Say): Markup {
  const isOwn = (code: string) => direction === 'ltr' && code === asked
  return html`<details class="languages" data-menu><summary aria-label="${say('nav.language')}: ${languageNames[language]}">${languageNames[language]}</summary>
<ul>${languages.map((code) => html`<li><a href="${inLanguage(path, code, true)}" lang="${code}" hreflang="${code}"${isOwn(code) && html` aria-current="true"`}>${languageNames[code]}</a></li>`)}</ul></details>`
}

const ways = (say: Say): Markup => html`<a class="button" href="/user/register" data-newcomer>${say('nav.register')}</a><a class="button button-main" href="/user/login" data-login="${say('nav.console')}">${say('nav.login')}</a>`

function header(frame: Frame, page: SitePage, say: Say): Markup {
  return html`<a class="skip" href="#main">${say('nav.skip')}</a>
<header class="top"${frame.isPreview && html` inert`}><div class="wide row">
<a class="brand" href="/">${sign}<span>Drover</span></a>
<nav class="top-menu" aria-label="${say('nav.menu')}"><ul>${menu(say, frame, page.current)}</ul></nav>
<div class="top-end">${languageMenu(frame.spoken, page.path, say)}<div class="ways">${ways(say)}</div>
<details class="phone-menu" data-menu><summary aria-label="${say('nav.open')}"><span class="bars" aria-hidden="true"></span></summary>
<nav aria-label="${say('nav.open')}"><ul>${menu(say, frame, page.current)}</ul><div class="phone-ways">${ways(say)}</div></nav></details></div>
</div></header>`
}

function footer({ legal, isPreview }: Frame, say: Say): Markup {
  return html`<footer class="foot night"${isPreview && html` inert`}><div class="wide">
<div class="foot-brand"><p class="brand">${sign}<span>Drover</span></p><p>${say('foot.claim')}</p></div>
<nav aria-label="${say('foot.menu')}"><ul>${articleTypes.map((type) => html`<li><a href="/newsTopMenu/${type}">${typeName(say, type)}</a></li>`)}
${legal.map((page) => html`<li><a href="/legal/${page}">${legalName(say, page)}</a></li>`)}
<li><a href="/rss.xml">RSS</a></li></ul></nav>
<p class="foot-last">${say('foot.last')}</p>
</div></footer>`
}

/** A whole page: what search engines and share robots read in its head, the menu, what it is about, and the foot. */
export function framePage(frame: Frame, page: SitePage): string {
  const { language, direction } = frame.spoken
  const say = sayIn(language)
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
${head(frame, page)}
<body>
${frame.isPreview && html`<p class="preview-note">${say('preview.note')}</p>`}
${header(frame, page, say)}
<main id="main" tabindex="-1">
${page.main}
</main>
${footer(frame, say)}
</body>
</html>
`.text
}

/** A link that leads elsewhere, or a text where there is none. */
export function linked(address: string | null, content: Piece, className?: string): Markup {
  const named = className !== undefined && html` class="${className}"`
  if (address === null) return html`<span${named}>${content}</span>`
  const isOther = address.startsWith('https:')
  return html`<a${named} href="${safeAddress(address)}"${isOther && html` rel="noopener"`}>${content}</a>`
}
