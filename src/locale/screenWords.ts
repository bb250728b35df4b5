interface Use {
  ids: readonly string[]
  /** Prefixes of ids that the code puts together with a value. */
  prefixes: readonly string[]
  /** The console's sources by their paths below `src/`. */
  sources: Readonly<Record<string, string>>
  /** Folders with fewer words have none of their own: what they use is for all. */
  fewest?: number
}

/** Words that more folders use are for all: there is one copy of each word for each of its folders. */
const mostFolders = 3

/**
 * Which words belong to the screens of a few folders alone, by folder, so that a page loads its own and those of all. Words whose
 * use is not seen, or is seen elsewhere, too, are for all. What an entity says is said by the screens that import it.
 */
export function wordsOfScreens({ ids, prefixes, sources, fewest = 1 }: Use): Record<string, string[]> {
  const foldersOf = ownersIn(sources)
  const users = new Map<string, Set<string>>()
  const note = (id: string, path: string) => users.set(id, (users.get(id) ?? new Set()).union(foldersOf(path)))
  for (const [path, code] of Object.entries(sources)) {
    for (const [id] of code.matchAll(/(?<=['"`])[\w-]+(?:\.[\w-]+)+(?=['"`])/g)) note(id, path)
    for (const prefix of prefixes) if (code.includes(prefix)) for (const id of ids) if (id.startsWith(prefix)) note(id, path)
  }
  const found: Record<string, string[]> = {}
  for (const id of ids) {
    const folders = [...(users.get(id) ?? [])]
    if (folders.includes('') || folders.length > mostFolders) continue
    for (const folder of folders) (found[folder] ??= []).push(id)
  }
  const [large, small] = [true, false].map((isLarge) => Object.entries(found).filter(([, words]) => words.length >= fewest === isLarge))
  const ofSmall = new Set(small?.flatMap(([, words]) => words))
  return Object.fromEntries((large ?? []).map(([folder, words]) => [folder, words.filter((id) => !ofSmall.has(id))]))
}

/** The folders of screens that a source is loaded for; '' is among them where it is loaded for others, too, or by nobody that is seen. */
function ownersIn(sources: Use['sources']): (path: string) => ReadonlySet<string> {
  const importers = new Map<string, string[]>()
  for (const [path, code] of Object.entries(sources)) {
    for (const [, address = ''] of code.matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g)) {
      const imported = new URL(address, `file:///${path}`).pathname.slice(1)
      importers.set(imported, [...(importers.get(imported) ?? []), path])
    }
  }
  const known = new Map<string, ReadonlySet<string>>()
  const ownersOf = (path: string): ReadonlySet<string> => {
    const [, folder] = /^screens\/([^/]+)\//.exec(path) ?? []
    if (folder !== undefined) return new Set([folder])
    const found = known.get(path)
    if (found !== undefined) return found
    const by = path.startsWith('entities/') ? (importers.get(path) ?? []) : []
    const owners = by.length === 0 ? new Set(['']) : by.reduce<ReadonlySet<string>>((all, importer) => new Set(all).union(ownersOf(importer)), new Set())
    known.set(path, owners)
    return owners
  }
  return ownersOf
}
