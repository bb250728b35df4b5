interface Use {
  ids: readonly string[]
  /** Prefixes of message ids that the code completes with a value. */
  prefixes: readonly string[]
  /** Sources of the console by path below `src/`. */
  sources: Readonly<Record<string, string>>
}

/** Returns the part of a source: a folder of screens or of shared entities; '' for everything else, which any page may load. */
const partOf = (path: string) => /^(?:screens|entities)\/[^/]+(?=\/)/.exec(path)?.[0] ?? (path.startsWith('entities/') ? 'entities' : '')

/** Resolves a relative import to a path below `src/`. */
function target(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const step of specifier.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.') parts.push(step)
  }
  return parts.join('/')
}

/** Returns the parts that each part imports directly or indirectly, itself first. */
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
 * Finds texts that only the screens of one folder use, so that each page loads only its own and the shared ones.
 * A page needs the texts used in its folder and in the parts it imports. Texts without a visible use, or with one elsewhere, are shared.
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
