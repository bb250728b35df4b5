/** HTML that is safe to be put into a page as it stands. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A part of a template: text is escaped, nothing is left out, the parts of a list stand one behind the other. */
export type Piece = Markup | string | number | null | undefined | false | readonly Piece[]

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand between tags and, in quotes, in an attribute. What no HTML or XML may hold is left out. */
export function escapeText(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  return text.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/g, '').replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

function write(piece: Piece): string {
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'string') return escapeText(piece)
  if (typeof piece === 'number') return String(piece)
  if (piece === null || piece === undefined || piece === false) return ''
  return piece.map(write).join('')
}

/** HTML with its places filled in, each escaped unless it is HTML itself. Attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.map((text, index) => text + write(pieces[index])).join(''))
}

/** HTML that was cleaned by the allow-list when it was saved. */
export function cleaned(text: string): Markup {
  return new Markup(text)
}

/** An address that a link may have: this site's own or another's by https; anything else leads nowhere. */
export function safeAddress(address: string): string {
  const isOwn = /^\/(?![/\\])/.test(address) && !/[\s\\]/.test(address)
  const isOther = URL.canParse(address) && new URL(address).protocol === 'https:'
  return isOwn || isOther || /^(?:#|\?|mailto:|tel:)/.test(address) ? address : '#'
}

/** The text of HTML without its tags, on one line and no longer than a number of characters. */
export function plainText(markup: string, most: number): string {
  const text = markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => plain[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('').trimEnd()}…`
}
const plain: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' }
