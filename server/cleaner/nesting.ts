const marks = /<(\/?)([a-z][a-z\d]*)[^>]*>/g
const voids = new Set(['br', 'hr', 'img'])

const rows = ['tr']
/** Elements that only allow certain children: an HTML parser moves anything else out of them. */
const parts: Readonly<Record<string, readonly string[]>> = {
  table: ['caption', 'thead', 'tbody', 'tfoot', 'tr'],
  thead: rows,
  tbody: rows,
  tfoot: rows,
  tr: ['td', 'th'],
}
/** Elements that only certain parents allow: elsewhere, an HTML parser closes open elements early for them. */
const holders: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  dt: ['dl'],
  dd: ['dl'],
  caption: ['table'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  tr: ['table', 'thead', 'tbody', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
}

function mayStand(tag: string, parents: readonly string[]): boolean {
  // A div may group terms within a list.
  const isGrouped = parents.at(-1) === 'div' && (tag === 'dt' || tag === 'dd')
  const parent = parents.at(isGrouped ? -2 : -1) ?? ''
  if (parts[parent]?.includes(tag) === false || holders[tag]?.includes(parent) === false) return false
  return tag !== 'a' || !parents.includes('a')
}

/**
 * Removes elements at places where an HTML parser would not allow them, but keeps their content. The parser would
 * close other elements early for them, and the leftover end tags would then close the page's own elements.
 * @param html balanced HTML as written by the cleaner
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
