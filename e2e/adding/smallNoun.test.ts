/** @module-tag long */
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFiles, newLines } from './smallNoun.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))
const left = new Set(['node_modules', '.git', 'dist', 'data'])
/** Maximum files and lines of a plain noun. They were 21 and 212 while each part had a registry of its own. */
const maxFiles = 11
const maxLines = 106

let copy = ''
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'drover-noun-'))
  await cp(top, copy, {
    recursive: true,
    filter: (path) => !left.has(path.slice(top.length).split(sep)[0] ?? ''),
  })
  await symlink(join(top, 'node_modules'), join(copy, 'node_modules'), 'dir')
  for (const [path, text] of Object.entries(newFiles)) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), text)
  }
  for (const [path, { after, lines }] of Object.entries(newLines)) {
    const text = await readFile(join(copy, path), 'utf8')
    const end = text.indexOf('\n', text.indexOf(after)) + 1
    expect({ path, isFound: text.includes(after) }).toEqual({ path, isFound: true })
    await writeFile(join(copy, path), text.slice(0, end) + lines + text.slice(end))
  }
}, 120_000)
afterAll(() => rm(copy, { recursive: true, force: true }))

/** Runs a tool of the project in the copy. @returns its output, if it failed */
function failureOf(tool: string, ...options: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(top, 'node_modules', tool), ...options], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 64e6,
    env: { ...process.env, CI: '1' },
  })
  return status === 0 ? '' : `${stdout}\n${stderr}`.slice(-8000)
}

test('adds a noun with few files and lines', () => {
  const files = [...Object.values(newFiles), ...Object.values(newLines).map(({ lines }) => lines)]
  expect(files.length).toBeLessThanOrEqual(maxFiles)
  expect(files.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)).toBeLessThanOrEqual(maxLines)
})

test('compiles with the new noun', { timeout: 600_000 }, () => {
  expect(failureOf('typescript/bin/tsc', '--noEmit', '--checkers', '1')).toBe('')
})

test('passes the tests that follow from the noun table', { timeout: 600_000 }, () => {
  const tests = [
    'server/resources/described.test.ts',
    'server/http/permissions',
    'server/resources/audit.test.ts',
    'server/resources/isolation',
    'src/routes.test.tsx',
    'src/locale',
  ]
  expect(failureOf('vitest/vitest.mjs', 'run', '--tagsFilter=!long', ...tests)).toBe('')
})
