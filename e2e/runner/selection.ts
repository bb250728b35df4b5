/** The parts of a run, in their order. */
export const partNames = ['unit', 'server', 'browser'] as const
export type PartName = (typeof partNames)[number]

/** What a run of `npm test` includes. */
export interface Selection {
  /** Whether tests tagged `long` run too. */
  isAll: boolean
  parts: readonly PartName[]
  /** Paths of test files, by the part that runs them; a run with any of them runs nothing else. */
  files: Readonly<Record<PartName, readonly string[]>>
}

const isPart = (word: string): word is PartName => partNames.some((name) => name === word)

/** The part that runs a test file, or the test files of a folder, by its path. */
function partOf(path: string): PartName {
  if (path.endsWith('.spec.ts') || (path.startsWith('e2e') && !path.endsWith('.test.ts'))) return 'browser'
  return /^(?:server|e2e)(?:\/|$)/.test(path) ? 'server' : 'unit'
}

/**
 * Reads the words after `npm test --`: `all`, names of parts, and paths of test files or of folders.
 * Named files run with their long tests: somebody who names a file wants all of it.
 */
export function readSelection(words: readonly string[]): Selection {
  const paths = words.filter((word) => word !== 'all' && !isPart(word)).map((word) => word.replace(/^\.\//, ''))
  const files = { unit: [] as string[], server: [] as string[], browser: [] as string[] }
  for (const path of paths) files[partOf(path)].push(path)
  const named = words.filter(isPart)
  const parts =
    paths.length > 0
      ? partNames.filter((part) => files[part].length > 0)
      : named.length > 0
        ? partNames.filter((part) => named.includes(part))
        : partNames
  return { isAll: words.includes('all') || paths.length > 0, parts, files }
}
