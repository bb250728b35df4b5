/** An element or one of its attributes that says how words are written: `strong`, `a` with `href`. */
export interface Format {
  name: string
  value: string
}
/** A word with the formatting around it. */
export interface Word {
  text: string
  formats: readonly Format[]
}
/** A paragraph, heading, entry, cell, picture or the like, with what it is. */
export interface RichLine {
  /** The elements around it, as far as they say something. */
  kind: readonly Format[]
  words: readonly Word[]
}

const blocks = new Set('p div h1 h2 h3 h4 blockquote pre ul ol li dl dt dd table caption thead tbody tfoot tr td th figure figcaption details summary'.split(' '))
/** Elements that say nothing by themselves where they have no attribute. */
const silent = new Set('p div li tbody tr td figure span'.split(' '))
/** Attributes that the server writes at each of their elements, or that stand in the words of a line already. */
const unsaid = new Set(['target', 'rel', 'controls', 'preload', 'src', 'alt'])

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const segments = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** A line of plain words. */
export const plainLine = (text: string): RichLine => ({ kind: [], words: segments(text).map((word) => ({ text: word, formats: [] })) })

function formatsOf(element: Element): Format[] {
  const attributes = [...element.attributes].filter(({ name }) => !unsaid.has(name)).map(({ name, value }) => ({ name, value }))
  const [href] = attributes.filter(({ name }) => name === 'href')
  const others = attributes.filter(({ name }) => name !== 'href').toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return [...(silent.has(element.localName) ? [] : [{ name: element.localName, value: href?.value ?? '' }]), ...others]
}

/** The words of what is drawn without words of its own. */
function signOf(element: Element): string | null {
  const said = (name: string) => element.getAttribute(name) ?? ''
  if (element.localName === 'img') return `▣ ${said('alt')} ${said('src')}`
  if (element.localName === 'video') return `▶ ${said('src')}`
  return element.localName === 'hr' ? '———' : null
}

const isBlank = ({ text }: Word) => text.trim() === ''

/** The lines of a rich text: its paragraphs, headings, entries and cells, its pictures and videos, with how each is written. */
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
        words.push(...segments(isCode ? text : text.replaceAll(/[ \t\r\n\f]+/g, ' ')).map((word) => ({ text: word, formats })))
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
