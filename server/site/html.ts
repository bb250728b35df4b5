/** HTML that is safe to insert into a page. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A value in a template: text is escaped, empty values are dropped, lists are concatenated. */
export type Piece = Markup | string | number | null | undefined | false | readonly Piece[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for content and for quoted attributes. Removes characters that HTML and XML forbid. */
export function escapeText(text: string): string {
  return (
    text
      // eslint-disable-next-line no-control-regex -- control characters are what it removes
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/g, '')
      .replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
  )
}

function write(piece: Piece): string {
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'string') return escapeText(piece)
  if (typeof piece === 'number') return String(piece)
  if (piece === null || piece === undefined || piece === false) return ''
  return piece.map(write).join('')
}

/** Fills a template; values are escaped unless they are `Markup`. Attributes must be in double quotes. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.map((text, index) => text + write(pieces[index])).join(''))
}

/** Marks HTML as safe that was cleaned when it was saved. */
export function cleaned(text: string): Markup {
  return new Markup(text)
}

/** Returns an address that a link may have: of this site, by https, mailto or tel, or a fragment or query; otherwise `#`. */
export function safeAddress(address: string): string {
  const isOwn = /^\/(?![/\\])/.test(address) && !/[\s\\]/.test(address)
  const isOther = URL.canParse(address) && new URL(address).protocol === 'https:'
  return isOwn || isOther || /^(?:#|\?|mailto:|tel:)/.test(address) ? address : '#'
}

/** Returns the text of HTML without tags, on one line, at most `most` characters long. */
export function plainText(markup: string, most: number): string {
  const text = markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => plain[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(text)
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
const plain: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}
