import type { Attributes } from '@tiptap/core'
import type { DOMOutputSpec, Node } from '@tiptap/pm/model'
import { alignmentIn } from './keptAttributes.ts'
import { hasBlocks } from './keptNodes.ts'

const isWords = ({ nodeType, textContent }: ChildNode) => nodeType === 3 && textContent?.trim() !== ''

/** Returns the picture or video of an element: the element itself, or the only one of a figure with at most a text caption below. */
export function shownIn(element: Element, tag: 'img' | 'video'): Element | null {
  if (element.matches(tag)) return element
  const [first, caption, ...more] = element.children
  const shown =
    first?.matches('a') && first.children.length === 1 && first.textContent?.trim() === ''
      ? first.firstElementChild
      : first
  if (!shown?.matches(tag) || more.length > 0 || [...element.childNodes].some(isWords)) return null
  return caption === undefined || (caption.matches('figcaption') && !hasBlocks(caption)) ? shown : null
}

/** Returns whether a paragraph contains only pictures and videos. */
export const isAroundPictures = (paragraph: Element) =>
  paragraph.querySelector('img, video') !== null &&
  paragraph.textContent?.trim() === '' &&
  paragraph.querySelector('br') === null

/** Returns whether the server allows a link's URL, so that editing a text keeps its links. */
export function isLink(address: string): boolean {
  if (/^(?:\/(?![/\\])|#)/.test(address)) return true
  return URL.canParse(address) && ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(address).protocol)
}

/** Returns the non-empty attributes of an element among some names. */
const attributesAmong = (names: readonly string[], element: Element) =>
  Object.fromEntries(names.flatMap((name) => (element.getAttribute(name) ? [[name, element.getAttribute(name)]] : [])))

function linkAround(element: Element | null) {
  const link = element?.closest('a')
  return link && isLink(link.getAttribute('href') ?? '') ? attributesAmong(['href', 'title'], link) : {}
}

function captionOf(element: Element) {
  const caption = element.querySelector<HTMLElement>('figcaption')
  if (caption === null) return {}
  const alignment = alignmentIn(caption)
  return { ...attributesAmong(['lang', 'dir'], caption), ...(alignment && { class: `align-${alignment}` }) }
}

/**
 * Defines attributes for the parts of a figure without a control:
 * further attributes of its picture or video, the link around it, and attributes of the caption.
 */
export function figureAttributes(tag: 'img' | 'video', names: readonly string[]): Attributes {
  const of = (parseHTML: (element: Element) => object) => ({ default: {}, rendered: false, parseHTML })
  return {
    shown: of((element) => {
      const shown = shownIn(element, tag)
      return shown ? attributesAmong(names, shown) : {}
    }),
    link: of((element) => linkAround(shownIn(element, tag))),
    caption: of(captionOf),
  }
}

/** Returns the stored attributes of a part, by name. */
export const attributesOf = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

/** Renders a figure as HTML: its content, in its link, above its caption. */
export function renderFigure(
  { attrs, content }: Node,
  attributes: Record<string, unknown>,
  shown: DOMOutputSpec,
): DOMOutputSpec {
  const link = attributesOf(attrs['link'])
  const linked: DOMOutputSpec = Object.keys(link).length > 0 ? ['a', link, shown] : shown
  return content.size > 0
    ? ['figure', attributes, linked, ['figcaption', attributesOf(attrs['caption']), 0]]
    : ['figure', attributes, linked]
}

/** Returns the caption of a figure, or an empty element. */
export const captionIn = (figure: unknown): HTMLElement =>
  (figure instanceof Element ? figure.querySelector<HTMLElement>('figcaption') : null) ??
  document.createElement('figcaption')
