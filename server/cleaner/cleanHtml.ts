import { videoAddressSchema } from '#contract/content/texts.ts'
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html'
import { nestSoundly } from './nesting.ts'

/** Elements dropped with their content, which is not text for readers. */
const droppedWhole = [
  'script',
  'style',
  'noscript',
  'template',
  'textarea',
  'option',
  'select',
  'title',
  'iframe',
  'noembed',
  'noframes',
  'object',
  'svg',
  'math',
  'xmp',
  'plaintext',
  'listing',
  'audio',
  'canvas',
]

const blocks = ['p', 'h2', 'h3', 'h4', 'blockquote', 'li', 'td', 'th', 'figure', 'figcaption', 'div']
const alignments = ['align-left', 'align-center', 'align-right', 'align-justify']

/** Maximum nesting: deeper than real texts, and harmless for every parser. */
const maxDepth = 40

/** Maximum number of further cleaning passes. */
const maxPasses = 4

/** Path of an uploaded picture; the rest of the address only states a size. */
const picturePath = /^\/media\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\?[\w=&]*)?$/i
const ownPath = /^(?:\/(?![/\\])|#)/
/** Drops an element but keeps its content. */
const dropped = (): Tag => ({ tagName: '', attribs: {} })

/** Removes characters that addresses cannot contain: spaces, line breaks, control and invisible characters. */
function addressIn(value: string | undefined): string {
  return (value ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Z}]/gu, '')
}

function isWhole(value: string | undefined, most: number): value is string {
  return value !== undefined && /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= most
}

/** Returns the attributes that have a value. */
function withoutEmpty(attributes: Record<string, string | undefined>): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  )
}

const sized = ({ width, height }: Attributes) => ({
  width: isWhole(width, 9999) ? width : undefined,
  height: isWhole(height, 9999) ? height : undefined,
})

/** Keeps a link to this site, or by https, http, mailto or tel. Links to other sites open a new tab without a referrer. */
function link(_tag: string, attribs: Attributes): Tag {
  const { href, title } = attribs
  const address = addressIn(href)
  const scheme = URL.canParse(address) ? new URL(address).protocol : ''
  const isOwn = ownPath.test(address)
  if (!isOwn && !['https:', 'http:', 'mailto:', 'tel:'].includes(scheme)) return dropped()
  const isElsewhere = scheme === 'https:' || scheme === 'http:'
  // Without slashes, such an address is relative on some pages and absolute on others.
  if (isElsewhere && !/^https?:\/\//i.test(address)) return dropped()
  return {
    tagName: 'a',
    attribs: withoutEmpty({
      href: address,
      title,
      ...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer nofollow' }),
    }),
  }
}

function picture(_tag: string, attribs: Attributes): Tag {
  const id = picturePath.exec(addressIn(attribs['src']))?.[1]
  if (id === undefined) return dropped()
  return {
    tagName: 'img',
    attribs: {
      src: `/media/${id.toLowerCase()}`,
      alt: attribs['alt'] ?? '',
      ...withoutEmpty({ title: attribs['title'], ...sized(attribs) }),
    },
  }
}

/**
 * Keeps a video with the address of its file, which loads when it is played.
 * Any other https address, such as a page of a video site, becomes a link.
 */
function video(_tag: string, attribs: Attributes): Tag {
  const address = addressIn(attribs['src'])
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return dropped()
  if (!videoAddressSchema.safeParse(address).success) return { ...link('a', { href: address }), text: address }
  const poster = picturePath.exec(addressIn(attribs['poster']))?.[1]
  return {
    tagName: 'video',
    attribs: {
      src: address,
      controls: '',
      preload: 'none',
      ...withoutEmpty({
        title: attribs['title'],
        ...sized(attribs),
        poster: poster && `/media/${poster.toLowerCase()}`,
      }),
    },
  }
}

const cell = (tagName: string, attribs: Attributes): Tag => {
  const { colspan, rowspan, scope, class: classes } = attribs
  const isScope = scope !== undefined && ['row', 'col', 'rowgroup', 'colgroup'].includes(scope)
  return {
    tagName,
    attribs: withoutEmpty({
      ...languageOf(attribs),
      class: classes,
      colspan: isWhole(colspan, 100) ? colspan : undefined,
      rowspan: isWhole(rowspan, 1000) ? rowspan : undefined,
      scope: isScope ? scope : undefined,
    }),
  }
}

/** Returns valid language and direction attributes. */
const languageOf = ({ lang, dir }: Attributes) => ({
  lang: lang !== undefined && /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(lang) ? lang : undefined,
  dir: dir !== undefined && ['ltr', 'rtl', 'auto'].includes(dir) ? dir : undefined,
})

/** Elements without text of their own, which need no language. */
const unspoken = new Set(['br', 'hr', 'thead', 'tbody', 'tfoot'])

const options: IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'div',
    'h2',
    'h3',
    'h4',
    'strong',
    'em',
    'u',
    's',
    'sub',
    'sup',
    'mark',
    'small',
    'code',
    'pre',
    'kbd',
    'q',
    'cite',
    'abbr',
    'time',
    'bdi',
    'bdo',
    'ruby',
    'rt',
    'rp',
    'span',
    'blockquote',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'a',
    'img',
    'video',
    'figure',
    'figcaption',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'details',
    'summary',
  ],
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'title', 'target', 'rel'],
    abbr: ['title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    video: ['src', 'controls', 'preload', 'title', 'width', 'height', 'poster'],
    ol: ['start', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedClasses: Object.fromEntries(blocks.map((tag) => [tag, alignments])),
  // The functions `link`, `picture` and `video` already check addresses; this is a second check.
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster'],
  allowProtocolRelative: false,
  nonTextTags: droppedWhole,
  nestingLimit: maxDepth,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  // The editor's schema supports all of these (`src/entities/rich-text/schema`), so opening and saving a text keeps them.
  transformTags: {
    // The page has its own first-level heading.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    ins: 'u',
    center: 'div',
    a: link,
    img: picture,
    video,
    td: cell,
    th: cell,
    '*': (tagName, attribs) => {
      const { lang, dir, class: classes, ...others } = attribs
      const spoken = unspoken.has(tagName)
        ? {}
        : withoutEmpty(languageOf({ ...(lang !== undefined && { lang }), ...(dir !== undefined && { dir }) }))
      // A span is kept only for its language.
      if (tagName === 'span' && Object.keys(spoken).length === 0) return dropped()
      const alignment = alignments.find((one) => classes?.split(/\s+/).includes(one))
      return { tagName, attribs: { ...others, ...spoken, ...withoutEmpty({ class: alignment }) } }
    },
  },
}

const cleanOnce = (html: string) => nestSoundly(sanitizeHtml(html, options))

/**
 * Cleans HTML from a person or a program for storing and display: only elements, attributes and addresses of the allow-list remain.
 * Clean HTML stays unchanged.
 */
export function cleanHtml(html: string): string {
  let clean = cleanOnce(html)
  // An HTML parser repairs some structures, such as a link in a link, and the repaired result must be cleaned as well.
  for (let pass = 0; pass < maxPasses; pass++) {
    const again = cleanOnce(clean)
    if (again === clean) break
    clean = again
  }
  return clean
}
