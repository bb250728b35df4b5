import { Node, type NodeConfig } from '@tiptap/core'
import { alignmentIn, hasLanguage } from './keptAttributes.ts'

const blocks = 'p, div, h1, h2, h3, h4, h5, h6, blockquote, pre, ul, ol, dl, table, figure, details, hr, img, video'

/** Returns whether an element contains block elements. */
export const hasBlocks = (element: Element) => element.querySelector(blocks) !== null

interface Described extends Pick<NodeConfig, 'group' | 'content' | 'inline' | 'priority' | 'defining'> {
  name: string
  tag: string
  /** Restricts which elements of the tag match; by default all. */
  matches?: (element: HTMLElement) => boolean
  attributes?: Record<string, string>
}

function node({ name, tag, matches: fits = () => true, attributes = {}, ...config }: Described): Node {
  return Node.create({
    ...config,
    name,
    parseHTML: () => [{ tag, getAttrs: (element) => (fits(element) ? null : false) }],
    renderHTML: ({ HTMLAttributes }) => [tag, { ...attributes, ...HTMLAttributes }, 0],
  })
}

/** Creates nodes for an element that contains either text or blocks. */
const titled = (name: string, tag: string, group: string): readonly Node[] => [
  node({ name, tag, group, content: 'inline*', matches: (element) => !hasBlocks(element) }),
  node({ name: `${name}Blocks`, tag, group, content: 'block+', matches: hasBlocks }),
]

/** Elements without a button, preserved in existing texts. */
export const preservedNodes: readonly Node[] = [
  // A `div` without language, direction or alignment is replaced by its content.
  node({
    name: 'division',
    tag: 'div',
    group: 'block',
    content: 'block+',
    matches: (element) => hasLanguage(element) || alignmentIn(element) !== null,
  }),
  node({ name: 'figure', tag: 'figure', group: 'block', content: '(block | caption)+', priority: 40 }),
  ...titled('figcaption', 'figcaption', 'caption'),
  node({ name: 'details', tag: 'details', group: 'block', content: 'summary? block*', attributes: { open: '' } }),
  ...titled('detailsSummary', 'summary', 'summary'),
  node({ name: 'definitions', tag: 'dl', group: 'block', content: 'definition+' }),
  ...titled('term', 'dt', 'definition'),
  node({ name: 'definitionText', tag: 'dd', group: 'definition', content: 'block+', defining: true }),
  // Ruby: the reading is displayed above the characters.
  node({ name: 'ruby', tag: 'ruby', group: 'inline', inline: true, content: '(inline | reading)*' }),
  node({ name: 'rubyText', tag: 'rt', group: 'reading', inline: true, content: 'inline*' }),
  node({ name: 'rubyParenthesis', tag: 'rp', group: 'reading', inline: true, content: 'inline*' }),
]
