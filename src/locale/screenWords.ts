interface Use {
  ids: readonly string[]
  /** Prefixes of ids that the code puts together with a value. */
  prefixes: readonly string[]
  /** The console's sources by their paths below `src/`. */
  sources: Readonly<Record<string, string>>
}

/** A folder of screens, or one of what several screens share; '' is all else, which every page may load. */
const partOf = (path: string) => /^(?:screens|entities)\/[^/]+(?=\/)/.exec(path)?.[0] ?? (path.startsWith('entities/') ? 'entities' : '')

/** The path below `src/` that a relative import leads to. */
function target(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const step of specifier.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.') parts.push(step)
  }
  return parts.join('/')
}

/** The sources that each part takes in, itself first, by way of others, too. */
function reachOf(sources: Use['sources']): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const [path, code] of Object.entries(sources)) {
    const part = partOf(path)
    const taken = imports.get(part) ?? new Set([part])
    imports.set(part, taken)
    for (const [, specifier = ''] of code.matchAll(/(?:from |import\(|import )'(\.[^']+)'/g)) taken.add(partOf(target(path, specifier)))
  }
  return new Map([...imports.keys()].map((part) => {
    const reached = new Set([part])
    for (const one of reached) for (const next of imports.get(one) ?? []) if (next.startsWith('entities')) reached.add(next)
    return [part, reached]
  }))
}

/**
 * Which words are of screens alone, by the screens' folder, so that a page loads its own and those of all: the words that its
 * files use, and those of what it shares with other screens and takes in. Words whose use is not seen, or is seen elsewhere, too, are for all.
 */
export function wordsOfScreens({ ids, prefixes, sources }: Use): Record<string, string[]> {
  const users = new Map<string, Set<string>>()
  const note = (id: string, path: string) => users.set(id, (users.get(id) ?? new Set()).add(partOf(path)))
  for (const [path, code] of Object.entries(sources)) {
    for (const [id] of code.matchAll(/(?<=['"`])[\w-]+(?:\.[\w-]+)+(?=['"`])/g)) note(id, path)
    for (const prefix of prefixes) if (code.includes(prefix)) for (const id of ids) if (id.startsWith(prefix)) note(id, path)
  }
  const reach = reachOf(sources)
  const found: Record<string, string[]> = {}
  for (const id of ids) {
    const parts = users.get(id)
    if (parts === undefined || parts.has('')) continue
    for (const [part, reached] of reach) if (part.startsWith('screens/') && !parts.isDisjointFrom(reached)) (found[part.slice('screens/'.length)] ??= []).push(id)
  }
  return found
}
