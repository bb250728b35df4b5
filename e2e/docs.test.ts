import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const top = fileURLToPath(new URL('..', import.meta.url))
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: top })].toSorted()
const subjectPages = pages.filter((page) => page.startsWith('docs/architecture/'))

const textOf = (page: string) => readFileSync(join(top, page), 'utf8')
/** A page without its fenced blocks. */
const proseOf = (page: string) => textOf(page).replaceAll(/^```[\s\S]*?^```$/gm, '')
const wordsOf = (page: string) =>
  textOf(page)
    .split(/\s+/)
    .filter((word) => word !== '').length

/** Anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const headings = Array.from(proseOf(page).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  )
}

/** Targets of a page's relative links and pictures. */
function linksOf(page: string): string[] {
  const prose = proseOf(page).replaceAll(/`[^`\n]*`/g, '')
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target).filter(
    (target) => !/^[a-z]+:/.test(target),
  )
}

/** Returns what is wrong with a link; null when its file and anchor exist. */
function linkFault(page: string, target: string): string | null {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(top, file))) return `${target}: no such file`
  return anchor === undefined || anchorsOf(file).has(anchor) ? null : `${target}: no such heading`
}

const topFolders = /^(?:server|src|contract|streams|mocks|e2e|locales|docs|\.ci|bench)\//
/** Folders that a run writes and no checkout has. */
const outputFolders = /^(?:test-results|dist|data)\//
const fileInFolder = /^[\w<][\w.<>{},*-]*\/[\w.<>{},*/-]+\.(?:ts|tsx|mts|mjs|sql|json|css|md|yml)$/

/** Paths of the repository that a page names in backticks. */
function pathsOf(page: string): string[] {
  const spans = Array.from(proseOf(page).matchAll(/`([^`\n]+)`/g), ([, span = '']) => span)
  return spans.filter(
    (span) => !/\s/.test(span) && !outputFolders.test(span) && (topFolders.test(span) || fileInFolder.test(span)),
  )
}

/** Spells out `{a,b}`: each of them must exist. */
function spellOut(path: string): string[] {
  const [whole, before = '', choices = '', after = ''] = /^(.*?)\{([^}]+)\}(.*)$/.exec(path) ?? []
  return whole === undefined ? [path] : choices.split(',').flatMap((choice) => spellOut(before + choice + after))
}

/** Whether a path exists: from the top, or for a shorter one in any folder. `<name>` stands for any name. */
function isThere(path: string): boolean {
  return spellOut(path.replaceAll(/<[^>]+>/g, '*').replace(/\/$/, '')).every((one) => {
    const pattern = topFolders.test(path) ? one : `{server,src,contract,streams,mocks,e2e,docs,bench,.ci}/**/${one}`
    return globSync(pattern, { cwd: top }).length > 0
  })
}

describe('pages', () => {
  test.each(pages)('%s links to existing files and headings', (page) => {
    expect(linksOf(page).flatMap((target) => linkFault(page, target) ?? [])).toEqual([])
  })

  test.each(pages)('%s names existing paths', (page) => {
    expect(pathsOf(page).filter((path) => !isThere(path))).toEqual([])
  })
})

describe('pages on architecture', () => {
  test('keeps the overview below 900 words with one picture', () => {
    expect(wordsOf('docs/ARCHITECTURE.md')).toBeLessThanOrEqual(900)
    expect(textOf('docs/ARCHITECTURE.md').match(/^```mermaid$/gm)).toHaveLength(1)
  })

  test.each(subjectPages)('%s has a picture and at most 1,200 words', (page) => {
    expect(wordsOf(page)).toBeLessThanOrEqual(1200)
    expect(textOf(page)).toMatch(/^```mermaid$/m)
  })

  test.each(subjectPages)('%s is linked from the overview', (page) => {
    expect(linksOf('docs/ARCHITECTURE.md').map((target) => join('docs', target))).toContain(page)
  })
})
