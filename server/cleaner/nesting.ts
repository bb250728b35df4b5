const marks = /<(\/?)([a-z][a-z\d]*)[^>]*>/g
const voids = new Set(['br', 'hr', 'img'])

const rows = ['tr']
/** Elements that hold parts alone, each with those: a reader of HTML moves anything else out of them. */
const parts: Readonly<Record<string, readonly string[]>> = {
  table: ['caption', 'thead', 'tbody', 'tfoot', 'tr'], thead: rows, tbody: rows, tfoot: rows, tr: ['td', 'th'],
}
/** Elements that stand in some others alone: where they do not, a reader of HTML ends elements early for them. */
const holders: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'], dt: ['dl'], dd: ['dl'], caption: ['table'], thead: ['table'], tbody: ['table'], tfoot: ['table'], tr: ['table', 'thead', 'tbody', 'tfoot'], td: ['tr'], th: ['tr'],
}

function mayStand(tag: string, parents: readonly string[]): boolean {
  // Terms may stand in groups of their list.
  const isGrouped = parents.at(-1) === 'div' && (tag === 'dt' || tag === 'dd')
  const parent = parents.at(isGrouped ? -2 : -1) ?? ''
  if (parts[parent]?.includes(tag) === false || holders[tag]?.includes(parent) === false) return false
  return tag !== 'a' || !parents.includes('a')
}

/**
 * Clean HTML without the elements that stand where a reader of HTML would not have them; what is in them stays. Such a reader ends
 * others early for them, and what should end those ends the page's own elements around the text instead.
 * @param html balanced, its marks written as the cleaner writes them
 */
export function nestSoundly(html: string): string {
  const open: boolean[] = []
  const parents: string[] = []
  return html.replaceAll(marks, (mark, slash: string, tag: string) => {
    if (slash !== '') {
      const isKept = open.pop() === true
      if (isKept) parents.pop()
      return isKept ? mark : ''
    }
    const isKept = mayStand(tag, parents)
    if (!voids.has(tag)) {
      open.push(isKept)
      if (isKept) parents.push(tag)
    }
    return isKept ? mark : ''
  })
}
