/** Element or attribute that formats words: `strong`, `a` with `href`. */
export interface Format {
  name: string
  value: string
}
/** A word with its formatting. */
export interface Word {
  text: string
  formats: readonly Format[]
}
/** A paragraph, heading, list item, cell or picture, with its kind. */
export interface RichLine {
  /** Surrounding elements that carry a meaning. */
  kind: readonly Format[]
  words: readonly Word[]
}

const blocks = new Set(
  'p div h1 h2 h3 h4 blockquote pre ul ol li dl dt dd table caption thead tbody tfoot tr td th figure figcaption details summary'.split(
    ' ',
  ),
)
/** Elements without a meaning of their own unless they have attributes. */
const silent = new Set('p div li tbody tr td figure span'.split(' '))
/** Attributes that the server adds to every such element, or that are already in a line's words. */
const unsaid = new Set(['target', 'rel', 'controls', 'preload', 'src', 'alt'])

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const segments = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Returns a line of unformatted words. */
export const plainLine = (text: string): RichLine => ({
  kind: [],
  words: segments(text).map((word) => ({ text: word, formats: [] })),
})

function formatsOf(element: Element): Format[] {
  const attributes = [...element.attributes]
    .filter(({ name }) => !unsaid.has(name))
    .map(({ name, value }) => ({ name, value }))
  const [href] = attributes.filter(({ name }) => name === 'href')
  const others = attributes
    .filter(({ name }) => name !== 'href')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return [...(silent.has(element.localName) ? [] : [{ name: element.localName, value: href?.value ?? '' }]), ...others]
}

/** Returns a text for elements without words of their own, such as pictures; null for others. */
function signOf(element: Element): string | null {
  const said = (name: string) => element.getAttribute(name) ?? ''
  if (element.localName === 'img') return `▣ ${said('alt')} ${said('src')}`
  if (element.localName === 'video') return `▶ ${said('src')}`
  return element.localName === 'hr' ? '———' : null
}

const isBlank = ({ text }: Word) => text.trim() === ''

/** Splits rich text into lines: paragraphs, headings, list items, cells, pictures and videos, with their formatting. */
export function linesOf(html: string): RichLine[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const lines: RichLine[] = []
  let words: Word[] = []

  function end(kind: readonly Format[]) {
    const first = words.findIndex((word) => !isBlank(word))
    if (first >= 0) lines.push({ kind, words: words.slice(first, words.findLastIndex((word) => !isBlank(word)) + 1) })
    words = []
  }
  function read(node: Node, kind: readonly Format[], formats: readonly Format[]) {
    const isCode = kind.some(({ name }) => name === 'pre')
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        const text = child.textContent ?? ''
        words.push(
          ...segments(isCode ? text : text.replaceAll(/[ \t\r\n\f]+/g, ' ')).map((word) => ({ text: word, formats })),
        )
      } else if (child instanceof Element) {
        const sign = signOf(child)
        if (child.localName === 'br') words.push({ text: '↵', formats: [] })
        else if (sign !== null) {
          end(kind)
          lines.push({ kind, words: [{ text: sign, formats: [...formats, ...formatsOf(child).slice(1)] }] })
        } else if (blocks.has(child.localName)) {
          end(kind)
          const own = [...kind, ...formatsOf(child)]
          read(child, own, formats)
          end(own)
        } else read(child, kind, [...formats, ...formatsOf(child)])
      }
    }
  }
  read(body, [], [])
  end([])
  return lines
}
