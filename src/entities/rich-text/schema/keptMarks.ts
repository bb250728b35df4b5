import { Mark, type Attributes } from '@tiptap/core'
import { hasLanguage } from './keptAttributes.ts'

/** Creates a mark for an inline element; adjacent or nested marks of the same kind stay separate. */
function mark(tag: string, attribute?: string, priority = 100): Mark {
  return Mark.create({
    name: `kept-${tag}`,
    priority,
    excludes: '',
    addAttributes: (): Attributes => ({
      // A unique value, as the editor would merge adjacent marks of one kind.
      apart: { default: 0, rendered: false, parseHTML: () => Math.random() },
      ...(attribute !== undefined && { [attribute]: { default: null } }),
    }),
    parseHTML: () => [{ tag, getAttrs: (element) => (tag === 'span' && !hasLanguage(element) ? false : null) }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })
}

/** Priority outside links, as a link visibly cuts these elements in two. */
const outer = 1100

/** Inline formatting without a button, preserved in existing texts. */
export const preservedMarks: readonly Mark[] = [
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
