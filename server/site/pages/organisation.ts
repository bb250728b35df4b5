import type { MarketingPage } from '#contract/content/marketingPages.ts'
import type { Language } from '../../languages.ts'
import { type Frame, framePage, linked, type SitePage } from '../frame.ts'
import { html, type Markup, type Piece, plainText } from '../html.ts'
import { mediaAddress, picture, picturesIn, type PictureSizes, withPictures } from '../pictures.ts'
import { type Menus, renderPreview } from '../preview.ts'
import { calendarDay, sayIn, type Translate } from '../words.ts'
import { partners } from './home.ts'

/** Lists every picture whose pixel size the page needs. */
export function picturesOfOrganisation({ introduction, useCases, news }: MarketingPage): string[] {
  return [
    ...picturesIn(introduction),
    ...useCases.flatMap(({ images }) => images.map(({ id }) => id)),
    ...news.flatMap(({ body }) => picturesIn(body)),
  ]
}

function casesOf(page: MarketingPage, sizes: PictureSizes, say: Translate): Piece {
  if (page.useCases.length === 0) return null
  return html`<section class="cases"><h2>${say('org.cases')}</h2><div class="cards">${page.useCases.map(
    ({ title, text, images }) => html`<article class="case">
${images.length > 0 && html`<div class="case-pictures"${images.length > 1 && html` tabindex="0" role="group" aria-label="${title}"`}>${images.map(({ id }) => picture(id, { alt: '', sizes: '(min-width: 1180px) 360px, 94vw', size: sizes.get(id) }))}</div>`}
<h3 dir="auto">${title}</h3>${text !== '' && html`<p class="lines-kept" dir="auto">${text}</p>`}</article>`,
  )}</div></section>`
}

function newsOf(page: MarketingPage, sizes: PictureSizes, frame: Frame, say: Translate): Piece {
  if (page.news.length === 0) return null
  const entry = ({ title, body, publishedOn }: MarketingPage['news'][number]): Markup =>
    html`<details class="org-news"><summary><span dir="auto">${title}</span><time datetime="${publishedOn}">${calendarDay(frame.spoken.language, publishedOn)}</time></summary><div class="rich" dir="auto">${withPictures(body, sizes)}</div></details>`
  return html`<section><h2>${say('org.news')}</h2>${page.news.map(entry)}</section>`
}

/** Renders the content of the page, without the frame. */
function contentOf(page: MarketingPage, sizes: PictureSizes, frame: Frame): Markup {
  const say = sayIn(frame.spoken.language)
  const { organisationName, bannerImgId, officialAccountImgId, introduction, links } = page
  return html`<div class="wide org">${bannerImgId !== null && html`<div class="org-banner">${picture(bannerImgId, { alt: '', sizes: '(min-width: 1180px) 1140px, 94vw', isFirst: true })}</div>`}
<h1 dir="auto">${organisationName}</h1>
<div class="org-grid"><div class="org-main">${introduction !== '' && html`<div class="rich" dir="auto">${withPictures(introduction, sizes)}</div>`}
${casesOf(page, sizes, say)}${newsOf(page, sizes, frame, say)}</div>
${
  (officialAccountImgId !== null || links.length > 0) &&
  html`<aside class="org-side">${officialAccountImgId !== null && html`<section class="account"><h2>${say('org.account')}</h2><img src="${mediaAddress(officialAccountImgId, 320)}" alt="${say('org.account')}" width="160" height="160" decoding="async" /><p>${say('org.accountSaid')}</p></section>`}
${links.length > 0 && html`<section><h2>${say('org.links')}</h2><ul class="links">${links.map(({ name, link }) => html`<li>${linked(link, html`<bdi>${name}</bdi>`)}</li>`)}</ul></section>`}</aside>`
}</div></div>
${partners(page.partnerships, say('partners.title'))}`
}

function pageOf(page: MarketingPage, sizes: PictureSizes, frame: Frame): SitePage {
  const { organisationId, organisationName, bannerImgId, introduction } = page
  const said = plainText(introduction, 160)
  return {
    path: `/org/${organisationId}`,
    title: organisationName,
    description: said === '' ? sayIn(frame.spoken.language)('org.description', { name: organisationName }) : said,
    image: bannerImgId === null ? undefined : mediaAddress(bannerImgId, 1280),
    main: contentOf(page, sizes, frame),
  }
}

/** Renders the public page of an organisation. */
export function renderOrganisation(page: MarketingPage, sizes: PictureSizes, frame: Frame): string {
  return framePage(frame, pageOf(page, sizes, frame))
}

/** Renders the page that visitors would get of unsaved content. */
export function renderOrganisationPreview(
  page: MarketingPage,
  sizes: PictureSizes,
  language: Language,
  menus: Menus,
): string {
  return renderPreview(language, menus, (frame) => pageOf(page, sizes, frame))
}
