import { Mark, type Attributes } from '@tiptap/core'
import { hasLanguage } from './keptAttributes.ts'

/** A formatting of words that is an element of its own; others of its kind beside it or in it stay apart. */
function mark(tag: string, attribute?: string, priority = 100): Mark {
  return Mark.create({
    name: `kept-${tag}`,
    priority,
    excludes: '',
    addAttributes: (): Attributes => ({
      // Two of a kind that stand side by side would be taken for one.
      apart: { default: 0, rendered: false, parseHTML: () => Math.random() },
      ...(attribute !== undefined && { [attribute]: { default: null } }),
    }),
    parseHTML: () => [{ tag, getAttrs: (element) => (tag === 'span' && !hasLanguage(element) ? false : null) }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })
}

/** Around links, since it would be seen where they are cut in two. */
const outer = 1100

/** Formatting that has no button, and stays in a text that has it. */
export const keptMarks: readonly Mark[] = [
  mark('q', undefined, outer),
  mark('bdi', undefined, outer),
  mark('bdo', undefined, outer),
  mark('abbr', 'title', outer),
  mark('time', 'datetime', outer),
  mark('cite', undefined, outer),
  mark('kbd', undefined, outer),
  mark('span'),
  mark('sub'),
  mark('sup'),
  mark('mark'),
  mark('small'),
]
