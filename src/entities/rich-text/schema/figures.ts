import type { Attributes } from '@tiptap/core'
import type { DOMOutputSpec, Node } from '@tiptap/pm/model'
import { alignmentIn } from './keptAttributes.ts'
import { hasBlocks } from './keptNodes.ts'

const isWords = ({ nodeType, textContent }: ChildNode) => nodeType === 3 && textContent?.trim() !== ''

/** The picture or video of an element: itself, or the only one of a figure that has nothing beside it but a caption of words below. */
export function shownIn(element: Element, tag: 'img' | 'video'): Element | null {
  if (element.matches(tag)) return element
  const [first, caption, ...more] = element.children
  const shown = first?.matches('a') && first.children.length === 1 && first.textContent?.trim() === '' ? first.firstElementChild : first
  if (!shown?.matches(tag) || more.length > 0 || [...element.childNodes].some(isWords)) return null
  return caption === undefined || (caption.matches('figcaption') && !hasBlocks(caption)) ? shown : null
}

/** Whether nothing but pictures and videos is in a paragraph. */
export const isAroundPictures = (paragraph: Element) => paragraph.querySelector('img, video') !== null && paragraph.textContent?.trim() === '' && paragraph.querySelector('br') === null

/** Where a link may lead: wherever the server lets one lead, so that a text which is changed keeps its own. */
export function isLink(address: string): boolean {
  if (/^(?:\/(?![/\\])|#)/.test(address)) return true
  return URL.canParse(address) && ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(address).protocol)
}

/** The attributes of an element among some names. */
const keptOf = (names: readonly string[], element: Element) => Object.fromEntries(names.flatMap((name) => (element.getAttribute(name) ? [[name, element.getAttribute(name)]] : [])))

function linkAround(element: Element | null) {
  const link = element?.closest('a')
  return link && isLink(link.getAttribute('href') ?? '') ? keptOf(['href', 'title'], link) : {}
}

function captionOf(element: Element) {
  const caption = element.querySelector<HTMLElement>('figcaption')
  if (caption === null) return {}
  const alignment = alignmentIn(caption)
  return { ...keptOf(['lang', 'dir'], caption), ...(alignment && { class: `align-${alignment}` }) }
}

/** The parts of a figure that have no control: further attributes of its picture or video, the link around that, and attributes of its caption. */
export function figureAttributes(tag: 'img' | 'video', names: readonly string[]): Attributes {
  const of = (parseHTML: (element: Element) => object) => ({ default: {}, rendered: false, parseHTML })
  return {
    shown: of((element) => {
      const shown = shownIn(element, tag)
      return shown ? keptOf(names, shown) : {}
    }),
    link: of((element) => linkAround(shownIn(element, tag))),
    caption: of(captionOf),
  }
}

/** The attributes of a part, by the name that they have in the text. */
export const attributesOf = (value: unknown): Record<string, string> => (typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')) : {})

/** A figure as HTML: what it shows, in its link, above its caption. */
export function renderFigure({ attrs, content }: Node, attributes: Record<string, unknown>, shown: DOMOutputSpec): DOMOutputSpec {
  const link = attributesOf(attrs['link'])
  const linked: DOMOutputSpec = Object.keys(link).length > 0 ? ['a', link, shown] : shown
  return content.size > 0 ? ['figure', attributes, linked, ['figcaption', attributesOf(attrs['caption']), 0]] : ['figure', attributes, linked]
}

/** The caption of a figure, which may be none. */
export const captionIn = (figure: unknown): HTMLElement => (figure instanceof Element ? figure.querySelector<HTMLElement>('figcaption') : null) ?? document.createElement('figcaption')
