/** @module-tag long */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const top = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(top + path, 'utf8')
/** Paths in the tables of the page: files of the noun, and files that know or test it among others. */
const listed = [...read('docs/adding/noun.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, path = '']) => path)

/** The page's example noun by each of its names: its calls, its files and its table. */
const noun = /animal[-_]?group/i
const namesNoun = (path: string) =>
  noun.test(path) || noun.test(read(path)) || (path.startsWith('locales/') && /^ *"group\./m.test(read(path)))

/** Every file of the project that names the noun in its path or its text. */
function findNamingFiles(): string[] {
  const all = ['bench', 'contract', 'e2e', 'locales', 'mocks', 'server', 'src', 'streams'].flatMap((folder) =>
    readdirSync(top + folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && /\.(?:tsx?|mjs|sql|json|css)$/.test(one.name))
      .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(top.length)),
  )
  return all.filter((path) => !path.includes('node_modules/') && path !== 'e2e/addingANoun.test.ts' && namesNoun(path))
}

test('lists each file that names the example noun, and no other', () => {
  expect(listed.length).toBeGreaterThan(10)
  expect(findNamingFiles().filter((path) => !listed.includes(path))).toEqual([])
  expect(listed.filter((path) => !existsSync(top + path) || !namesNoun(path))).toEqual([])
})
