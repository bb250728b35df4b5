import { bannerRatio } from '#contract/content/webHome.ts'
import type { ArticleType, PublishedArticle } from '#contract/content/articles.ts'
import type { Language } from '../../languages.ts'
import { figures, sayNumber } from '../figures.ts'
import { type Frame, framePage, linked, typeName } from '../frame.ts'
import { html, type Markup, type Piece } from '../html.ts'
import { mediaAddress, picture } from '../pictures.ts'
import { sayIn, type Translate } from '../words.ts'
import { articleCard, articleLine } from './cards.ts'
import { miniature } from './miniature.ts'

interface ShownBanner {
  title: string
  imgId: string
  link: string | null
}

export interface Partner {
  name: string
  logoId: string | null
  link: string | null
}

/** Editable content of the home page; every part may be missing. */
export interface HomeContent {
  banners: readonly ShownBanner[]
  partnerships: readonly Partner[]
  home: {
    iosImageId: string | null
    androidImageId: string | null
    contactTelephone: string | null
    contactEmail: string | null
    contactAddress: string | null
  }
  /** Newest articles of each type that has any. */
  news: readonly { type: ArticleType; list: readonly PublishedArticle[] }[]
}

/** Renders the claims about the product, with their figures. */
function claims(language: Language, say: Translate): Markup {
  const { rate, heads, lost } = figures
  const claim = (said: string, figure: string) => html`<div><dt>${said}</dt><dd>${figure}</dd></div>`
  const of = (value: number) => ({ value: sayNumber(language, value) })
  return html`<dl class="figures">${claim(say('figure.rateSaid'), say('figure.rate', of(rate.value)))}${claim(say('figure.headsSaid'), say('figure.heads', of(heads.value)))}${claim(
    say('figure.lostSaid', { of: sayNumber(language, lost.of) }),
    say('figure.lost', of(lost.value)),
  )}</dl>`
}

const users = [
  {
    title: 'bank.title',
    lead: 'bank.lead',
    points: ['bank.first', 'bank.second', 'bank.third'],
    sign: 'M4 20h16M6 17v-7M10 17v-7M14 17v-7M18 17v-7M3 10l9-6 9 6z',
  },
  {
    title: 'regulator.title',
    lead: 'regulator.lead',
    points: ['regulator.first', 'regulator.second', 'regulator.third'],
    sign: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  },
  {
    title: 'borrower.title',
    lead: 'borrower.lead',
    points: ['borrower.first', 'borrower.second', 'borrower.third'],
    sign: 'M4 20V10l8-6 8 6v10M4 20h16M9 20v-6h6v6',
  },
] as const

const steps = [
  ['how.first', 'how.firstSaid'],
  ['how.second', 'how.secondSaid'],
  ['how.third', 'how.thirdSaid'],
  ['how.fourth', 'how.fourthSaid'],
] as const

function carousel(banners: HomeContent['banners'], say: Translate): Piece {
  if (banners.length === 0) return null
  const [width, height] = [1280, Math.round(1280 / bannerRatio)]
  return html`<section class="carousel" aria-roledescription="${say('carousel.kind')}" aria-label="${say('carousel.title')}" data-carousel><div class="wide">
<div class="slides" tabindex="0" role="group" aria-label="${say('carousel.title')}">${banners.map(
    (banner, index) =>
      html`<div class="slide" role="group" aria-roledescription="${say('carousel.slide', { number: index + 1, all: banners.length })}" aria-label="${banner.title}">${linked(
        banner.link,
        [
          picture(banner.imgId, { alt: '', sizes: '(min-width: 1180px) 1140px, 94vw', size: { width, height } }),
          html`<span class="slide-title" dir="auto">${banner.title}</span>`,
        ],
        'slide-link',
      )}</div>`,
  )}</div>
${
  banners.length > 1 &&
  html`<div class="carousel-ways" hidden><button type="button" data-step="-1" aria-label="${say('carousel.before')}"><span class="turns" aria-hidden="true">‹</span></button>
<span class="dots" aria-hidden="true">${banners.map(() => html`<i></i>`)}</span>
<button type="button" data-step="1" aria-label="${say('carousel.after')}"><span class="turns" aria-hidden="true">›</span></button>
<button type="button" class="carousel-pause" data-pause="${say('carousel.pause')}" data-play="${say('carousel.play')}" aria-label="${say('carousel.pause')}"><span aria-hidden="true"></span></button></div>`
}
</div></section>`
}

function newsOf({ type, list }: HomeContent['news'][number], frame: Frame, say: Translate, isFirst: boolean): Markup {
  const [first, ...others] = list
  const top = html`<div class="news-head"><h2>${typeName(say, type)}</h2><a href="/newsTopMenu/${type}">${say('news.all', { type: typeName(say, type) })} <span class="turns" aria-hidden="true">→</span></a></div>`
  if (!isFirst || first === undefined)
    return html`<section class="news-part">${top}<ul class="lines">${list.slice(0, 4).map((article) => articleLine(article, frame))}</ul></section>`
  return html`<section class="news-lead">${top}<div class="lead-grid">${articleCard(first, frame, { isLarge: true })}${others.length > 0 && html`<ul class="lines">${others.map((article) => articleLine(article, frame))}</ul>`}</div></section>`
}

function news(content: HomeContent, frame: Frame, say: Translate): Piece {
  const [lead, ...others] = content.news.filter(({ list }) => list.length > 0)
  if (lead === undefined) return null
  return html`<div class="band"><div class="wide">${newsOf(lead, frame, say, true)}${others.length > 0 && html`<div class="news-parts">${others.map((part) => newsOf(part, frame, say, false))}</div>`}</div></div>`
}

/** Renders partners by logo, or by name without one. */
export function partners(list: readonly Partner[], heading: string): Piece {
  if (list.length === 0) return null
  return html`<section class="partners wide" id="partners"><h2>${heading}</h2><ul>${list.map(
    ({ name, logoId, link }) =>
      html`<li>${linked(link, logoId === null ? html`<bdi>${name}</bdi>` : html`<img src="${mediaAddress(logoId, 320)}" alt="${name}" loading="lazy" decoding="async" />`)}</li>`,
  )}</ul></section>`
}

function codes({ iosImageId, androidImageId }: HomeContent['home'], say: Translate): Piece {
  const availableApps = (
    [
      ['app.ios', iosImageId],
      ['app.android', androidImageId],
    ] as const
  ).filter(([, id]) => id !== null)
  if (availableApps.length === 0) return null
  return html`<section class="app"><h2>${say('app.title')}</h2><p>${say('app.said')}</p><ul class="codes">${availableApps.map(
    ([phone, id]) =>
      html`<li><img src="${mediaAddress(id ?? '', 320)}" alt="${say('app.code', { phone: say(phone) })}" width="132" height="132" loading="lazy" decoding="async" /><span>${say(phone)}</span></li>`,
  )}</ul></section>`
}

function contact({ contactTelephone, contactEmail, contactAddress }: HomeContent['home'], say: Translate): Piece {
  if (contactTelephone === null && contactEmail === null && contactAddress === null) return null
  return html`<section class="contact"><h2>${say('contact.title')}</h2><dl>
${contactTelephone !== null && html`<div><dt>${say('contact.phone')}</dt><dd><a href="tel:${contactTelephone.replaceAll(/[^+\d]/g, '')}" dir="ltr">${contactTelephone}</a></dd></div>`}
${contactEmail !== null && html`<div><dt>${say('contact.email')}</dt><dd><a href="mailto:${contactEmail}" dir="ltr">${contactEmail}</a></dd></div>`}
${contactAddress !== null && html`<div><dt>${say('contact.address')}</dt><dd dir="auto">${contactAddress}</dd></div>`}</dl></section>`
}

function about({ home }: HomeContent, say: Translate): Piece {
  const parts = [codes(home, say), contact(home, say)]
  return parts.some((part) => part !== null) && html`<div class="reach wide">${parts}</div>`
}

/** Renders the home page; it is complete with any part of the editable content missing. */
export function renderHome(content: HomeContent, frame: Frame): string {
  const say = sayIn(frame.spoken.language)
  const [banner] = content.banners
  return framePage(frame, {
    path: '/',
    title: say('home.title'),
    description: say('home.description'),
    image: banner && mediaAddress(banner.imgId, 1280),
    main: html`<div class="hero wall-colours"><div class="wide hero-grid"><div class="hero-words">
<h1>${say('home.claim')}</h1><p>${say('home.lead')}</p>
<p class="hero-ways"><a class="button button-main" href="/user/register" data-login="${say('nav.console')}">${say('home.start')}</a><a class="more" href="#how">${say('home.how')} <span class="turns" aria-hidden="true">→</span></a></p>
${claims(frame.spoken.language, say)}
</div>${miniature(say)}</div></div>
${carousel(content.banners, say)}
<section class="users wide" aria-labelledby="users"><h2 id="users">${say('users.title')}</h2><div class="three">${users.map(
      ({ title, lead, points, sign }) =>
        html`<article><svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><path d="${sign}" /></svg><h3>${say(title)}</h3><p>${say(lead)}</p><ul>${points.map((point) => html`<li>${say(point)}</li>`)}</ul></article>`,
    )}</div></section>
${news(content, frame, say)}
<section class="how wide" id="how" tabindex="-1" aria-labelledby="how-title"><h2 id="how-title">${say('how.title')}</h2><ol>${steps.map(([title, said]) => html`<li><h3>${say(title)}</h3><p>${say(said)}</p></li>`)}</ol></section>
${partners(content.partnerships, say('partners.title'))}
${about(content, say)}`,
  })
}
