interface Use {
  ids: readonly string[]
  /** Prefixes of ids that the code puts together with a value. */
  prefixes: readonly string[]
  /** The console's sources by their paths below `src/`. */
  sources: Readonly<Record<string, string>>
}

/**
 * Which words belong to the screens of one folder alone, by folder, so that a page loads its own and those of all. Words whose
 * use is not seen, or is seen elsewhere, too, are for all.
 */
export function wordsOfScreens({ ids, prefixes, sources }: Use): Record<string, string[]> {
  const users = new Map<string, Set<string>>()
  const note = (id: string, path: string) => {
    const folder = /^screens\/([^/]+)\//.exec(path)?.[1] ?? ''
    users.set(id, (users.get(id) ?? new Set()).add(folder))
  }
  for (const [path, code] of Object.entries(sources)) {
    for (const [id] of code.matchAll(/(?<=['"`])[\w-]+(?:\.[\w-]+)+(?=['"`])/g)) note(id, path)
    for (const prefix of prefixes) if (code.includes(prefix)) for (const id of ids) if (id.startsWith(prefix)) note(id, path)
  }
  const found: Record<string, string[]> = {}
  for (const id of ids) {
    const [folder, ...others] = users.get(id) ?? []
    if (folder && others.length === 0) (found[folder] ??= []).push(id)
  }
  return found
}
