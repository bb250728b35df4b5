import type { Extensions } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { DOMParser as SchemaParser, DOMSerializer, type Schema } from '@tiptap/pm/model'
import { hasBlocks } from './keptNodes.ts'

const captionOf = (table: Element) => [...table.children].find(({ localName }) => localName === 'caption')

/** Parses a caption's HTML without loading or running anything in it. */
function readCaption(html: unknown): Element | undefined {
  const table = new DOMParser()
    .parseFromString(`<table>${typeof html === 'string' ? html : ''}</table>`, 'text/html')
    .querySelector('table')
  return table === null ? undefined : captionOf(table)
}

/** Returns the plain text of a caption's HTML. */
export const captionWords = (html: unknown) => readCaption(html)?.textContent ?? ''

/** Returns a caption's HTML with another text; null for an empty text. */
export function withWords(html: unknown, words: string): string | null {
  if (words === '') return null
  const caption = readCaption(html) ?? document.createElement('caption')
  caption.textContent = words
  return caption.outerHTML
}

/** Draws a caption with only the elements of the schema. */
function drawCaption(html: unknown, schema: Schema): HTMLElement | null {
  const storedCaption = readCaption(html)
  if (storedCaption === undefined) return null
  const topNode = schema.node(
    hasBlocks(storedCaption) ? 'division' : 'paragraph',
    null,
    hasBlocks(storedCaption) ? schema.node('paragraph') : undefined,
  )
  const caption = document.createElement('caption')
  for (const name of ['lang', 'dir'])
    if (storedCaption.hasAttribute(name)) caption.setAttribute(name, storedCaption.getAttribute(name) ?? '')
  caption.append(
    DOMSerializer.fromSchema(schema).serializeFragment(
      SchemaParser.fromSchema(schema).parse(storedCaption, { topNode }).content,
    ),
  )
  return caption
}

/** Table with its caption. */
const CaptionedTable = Table.extend({
  addAttributes: () => ({
    caption: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) => captionOf(element)?.outerHTML ?? null,
    },
  }),
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  renderHTML({ node, HTMLAttributes }) {
    const caption = drawCaption(node.attrs['caption'], node.type.schema)
    return caption === null ? ['table', HTMLAttributes, ['tbody', 0]] : ['table', HTMLAttributes, caption, ['tbody', 0]]
  },
})

const parts = ['thead', 'tfoot'] as const

/** Table row that knows whether it belongs to the head or the foot. */
const PlacedRow = TableRow.extend({
  addAttributes: () => ({
    part: {
      default: null,
      parseHTML: ({ parentElement }: HTMLElement) => parts.find((part) => parentElement?.localName === part) ?? null,
      renderHTML: ({ part }: Record<string, unknown>) => (typeof part === 'string' ? { 'data-part': part } : {}),
    },
  }),
})

export const tableNodes: Extensions = [
  CaptionedTable.configure({ resizable: false }),
  PlacedRow,
  TableHeader,
  TableCell,
]

/** Moves leading head rows into a `thead` and trailing foot rows into a `tfoot`. */
export function partRows(table: Element): void {
  const body = [...table.children].find(({ localName }) => localName === 'tbody')
  if (body === undefined) return
  const rows = [...body.children]
  const isOf = (part: string) => (row: Element) => row.getAttribute('data-part') === part
  const first = rows.findIndex((row) => !isOf('thead')(row))
  const head = rows.slice(0, first < 0 ? rows.length : first)
  const last = rows.findLastIndex((row) => !isOf('tfoot')(row))
  const foot = rows.slice(Math.max(head.length, last + 1))
  for (const row of rows) row.removeAttribute('data-part')
  for (const [name, own] of [
    ['thead', head],
    ['tfoot', foot],
  ] as const) {
    if (own.length === 0) continue
    const part = document.createElement(name)
    part.append(...own)
    if (name === 'thead') body.before(part)
    else body.after(part)
  }
  if (body.children.length === 0) body.remove()
}
