import { Window } from 'happy-dom'

/* An independent check of cleaned texts: another HTML parser, with its own lists. */

const elements = new Set(
  'p br hr div h2 h3 h4 strong em u s sub sup mark small code pre kbd q cite abbr time bdi bdo ruby rt rp span blockquote ul ol li dl dt dd a img video figure figcaption table caption thead tbody tfoot tr th td details summary'.split(
    ' ',
  ),
)
const everywhere = ['lang', 'dir']
const aligned = new Set('p h2 h3 h4 blockquote li td th figure figcaption div'.split(' '))
/** Attributes allowed per element, in addition to those allowed everywhere. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'target', 'rel'],
  abbr: ['title'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  video: ['src', 'controls', 'preload', 'title', 'width', 'height', 'poster'],
  ol: ['start', 'reversed'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
}
/** Attributes that the site adds: picture widths, and keyboard scrolling. */
const ofSite: typeof attributes = {
  img: ['srcset', 'sizes', 'loading', 'decoding'],
  pre: ['tabindex'],
  div: ['tabindex'],
}
const picture = /^\/media\/[0-9a-f-]{36}(?:\?w=\d+)?$/
/** Allowed attribute values; any text when not listed. */
const values: Readonly<Record<string, RegExp>> = {
  href: /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/,
  poster: picture,
  class: /^align-(?:left|center|right|justify)$/,
  target: /^_blank$/,
  rel: /^noopener noreferrer nofollow$/,
  preload: /^none$/,
  controls: /^$/,
  reversed: /^$/,
  dir: /^(?:ltr|rtl|auto)$/,
  lang: /^[a-z\d-]+$/i,
  scope: /^(?:row|col)(?:group)?$/,
  width: /^\d+$/,
  height: /^\d+$/,
  colspan: /^\d+$/,
  rowspan: /^\d+$/,
  srcset: /^(?:\/media\/[0-9a-f-]{36}\?w=\d+ \d+w(?:, )?)+$/,
  sizes: /^[\w(): ,-]+$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  tabindex: /^0$/,
}

function isSound(tag: string, name: string, value: string, isSite: boolean): boolean {
  if (isSite && tag === 'div' && name === 'class' && value === 'table') return true
  const allowed = [
    ...everywhere,
    ...(attributes[tag] ?? []),
    ...(aligned.has(tag) ? ['class'] : []),
    ...((isSite && ofSite[tag]) || []),
  ]
  if (!allowed.includes(name)) return false
  if (name === 'src') return tag === 'img' ? picture.test(value) : /^https:\/\/[^/]/.test(value)
  return values[name]?.test(value) ?? true
}

const window = new Window()
const { document } = window
const [elementKind, textKind] = [1, 3]

/**
 * Returns the forbidden elements, attributes, addresses and nodes in a text.
 * @param isSite whether the site rendered it, with its own additions
 */
export function dangersIn(html: string, isSite = false): string[] {
  if (!html.includes('<')) return []
  const root = document.createElement('div')
  root.innerHTML = html
  const found: string[] = []
  const walk = (nodes: Iterable<(typeof document.body.childNodes)[number]>) => {
    for (const node of nodes) {
      const kind: number = node.nodeType
      if (kind === textKind) continue
      if (kind !== elementKind) {
        found.push(`a node of kind ${kind}`)
        continue
      }
      const element = node as ReturnType<typeof document.createElement>
      const tag = element.localName
      if (!elements.has(tag) || element.namespaceURI !== root.namespaceURI) found.push(`<${tag}>`)
      for (const { name, value } of element.attributes)
        if (!isSound(tag, name, value ?? '', isSite)) found.push(`<${tag} ${name}="${value}">`)
      walk(element.childNodes)
    }
  }
  walk(root.childNodes)
  return isSite ? found : [...found, ...strangeMarks(html)]
}

/** Returns the tags that are not written in the strictest notation, which no parser can misread. */
function strangeMarks(html: string): string[] {
  return [...html.matchAll(/<[^>]*>?/g)].flatMap(([mark]) =>
    /^<\/?[a-z][a-z\d]*(?: [a-z]+(?:="[^"<>]*")?)*(?: \/)?>$/.test(mark) ? [] : [mark],
  )
}

/** Splits a page into its texts and the rest, without the description for search engines and the time of the last save. */
export function apart(page: string): { around: string; texts: string[] } {
  const parsed = new window.DOMParser().parseFromString(page, 'text/html')
  const texts = [...parsed.querySelectorAll('.rich')].map((element) => {
    const { innerHTML } = element
    element.innerHTML = ''
    return innerHTML
  })
  for (const said of parsed.querySelectorAll(
    'meta[name=description], meta[property="og:description"], meta[property="article:modified_time"]',
  ))
    said.setAttribute('content', '')
  return { around: parsed.documentElement.outerHTML, texts }
}
