import { articleTypes, type ArticleType } from '#contract/content/articles.ts'
import type { legalPages } from '#contract/content/appSupport.ts'
import { colours } from '../colours.ts'
import { type Language, languages } from '../languages.ts'
import { html, type Markup, type Piece, safeAddress } from './html.ts'
import { languageNames, type Spoken, defaultLanguage } from './languageOf.ts'
import { sayIn, type Translate } from './words.ts'

export type LegalPage = keyof typeof legalPages

/** Addresses of the built style sheets, fonts and script; the script is null without a build. */
export interface SiteAssets {
  styles: readonly string[]
  fonts: readonly string[]
  script: string | null
}

/** The frame around all pages. */
export interface Frame {
  spoken: Spoken
  /** Public address of the site, without a trailing slash. */
  publicUrl: string
  assets: SiteAssets
  /** The published legal texts. */
  legal: readonly LegalPage[]
  /** Whether the home page has a section of partners. */
  hasPartners: boolean
  /** The page is a preview of unsaved content: it says so, and its links are inert. */
  isPreview?: true
}

/** One page of the site. */
export interface SitePage {
  /** Path and query, without the language. */
  path: string
  title: string
  description: string
  /** Picture of the share card: a path or an address. */
  image?: string | undefined
  kind?: 'website' | 'article'
  publishedAt?: string
  /** Last change of an article. */
  changedAt?: string
  /** Languages of the content, including the one that others fall back to; absent: all. */
  languages?: readonly Language[]
  /** Whether search engines must ignore it. */
  isHidden?: boolean
  /** Its entry in the menu. */
  current?: ArticleType
  main: Markup
  /** Addresses of the previous and next page of a list. */
  before?: string | undefined
  after?: string | undefined
}

/** Returns Open Graph's name of a language. */
const shareLocale = (language: string) => language.replace('-', '_')

const typeWords = { NEWS: 'type.NEWS', POLICY: 'type.POLICY', GUIDE: 'type.GUIDE' } as const
export const typeName = (say: Translate, type: ArticleType) => say(typeWords[type])
const legalWords = {
  'service-agreement': 'legal.service',
  privacy: 'legal.privacy',
  copyright: 'legal.copyright',
  'copyright-details': 'legal.details',
} as const
export const legalName = (say: Translate, page: LegalPage) => say(legalWords[page])

/** Returns the site's address of a path in a language; the default language needs no parameter. */
export function inLanguage(path: string, language: string, isExplicit = false): string {
  if (language === defaultLanguage && !isExplicit) return path
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
}

/** Returns the language for readers who speak none of the given ones. */
export const fallbackOf = (has: readonly Language[]): Language =>
  has.includes(defaultLanguage) ? defaultLanguage : (has[0] ?? defaultLanguage)

function head({ spoken, publicUrl, assets }: Frame, page: SitePage): Markup {
  const { language } = spoken
  const say = sayIn(language)
  const title = page.path === '/' ? page.title : say('join.parts', { first: page.title, next: 'Drover' })
  const absolute = (path: string) => (path.startsWith('/') ? publicUrl + path : path)
  // In a language without a translation, the page repeats another version: search engines are pointed to that one.
  const has = page.languages ?? languages
  const fallbackLanguage = fallbackOf(has)
  const own = absolute(inLanguage(page.path, has.includes(language) ? language : fallbackLanguage))
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
${
  isSeen
    ? html`<link rel="canonical" href="${own}" />
${has.map((code) => html`<link rel="alternate" hreflang="${code}" href="${absolute(inLanguage(page.path, code))}" />`)}
<link rel="alternate" hreflang="x-default" href="${absolute(inLanguage(page.path, fallbackLanguage))}" />`
    : html`<meta name="robots" content="noindex" />`
}
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

function menu(say: Translate, { hasPartners }: Frame, current: ArticleType | undefined): Piece {
  return [
    ...articleTypes.map(
      (type) =>
        html`<li><a href="/newsTopMenu/${type}"${type === current && html` aria-current="page"`}>${typeName(say, type)}</a></li>`,
    ),
    hasPartners && html`<li><a href="/#partners">${say('nav.partners')}</a></li>`,
  ]
}

function languageMenu({ asked, language, direction }: Spoken, path: string, say: Translate): Markup {
  const isOwn = (code: string) => direction === 'ltr' && code === asked
  return html`<details class="languages" data-menu><summary aria-label="${say('nav.language')}: ${languageNames[language]}">${languageNames[language]}</summary>
<ul>${languages.map((code) => html`<li><a href="${inLanguage(path, code, true)}" lang="${code}" hreflang="${code}"${isOwn(code) && html` aria-current="true"`}>${languageNames[code]}</a></li>`)}</ul></details>`
}

const ways = (say: Translate): Markup =>
  html`<a class="button" href="/user/register" data-newcomer>${say('nav.register')}</a><a class="button button-main" href="/user/login" data-login="${say('nav.console')}">${say('nav.login')}</a>`

function header(frame: Frame, page: SitePage, say: Translate): Markup {
  return html`<a class="skip" href="#main">${say('nav.skip')}</a>
<header class="top"${frame.isPreview && html` inert`}><div class="wide row">
<a class="brand" href="/">${sign}<span>Drover</span></a>
<nav class="top-menu" aria-label="${say('nav.menu')}"><ul>${menu(say, frame, page.current)}</ul></nav>
<div class="top-end">${languageMenu(frame.spoken, page.path, say)}<div class="ways">${ways(say)}</div>
<details class="phone-menu" data-menu><summary aria-label="${say('nav.open')}"><span class="bars" aria-hidden="true"></span></summary>
<nav aria-label="${say('nav.open')}"><ul>${menu(say, frame, page.current)}</ul><div class="phone-ways">${ways(say)}</div></nav></details></div>
</div></header>`
}

function footer({ legal, isPreview }: Frame, say: Translate): Markup {
  return html`<footer class="foot night"${isPreview && html` inert`}><div class="wide">
<div class="foot-brand"><p class="brand">${sign}<span>Drover</span></p><p>${say('foot.claim')}</p></div>
<nav aria-label="${say('foot.menu')}"><ul>${articleTypes.map((type) => html`<li><a href="/newsTopMenu/${type}">${typeName(say, type)}</a></li>`)}
${legal.map((page) => html`<li><a href="/legal/${page}">${legalName(say, page)}</a></li>`)}
<li><a href="/rss.xml">RSS</a></li></ul></nav>
<p class="foot-last">${say('foot.last')}</p>
</div></footer>`
}

/** Renders a whole page: head for search engines and share robots, menu, content and footer. */
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

/** Renders a link, or only its text without an address. */
export function linked(address: string | null, content: Piece, className?: string): Markup {
  const named = className !== undefined && html` class="${className}"`
  if (address === null) return html`<span${named}>${content}</span>`
  const isOther = address.startsWith('https:')
  return html`<a${named} href="${safeAddress(address)}"${isOther && html` rel="noopener"`}>${content}</a>`
}
