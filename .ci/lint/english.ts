import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { englishPatterns } from './englishPatterns.ts'
import { textsOfCode, textsOfPage } from './englishTexts.ts'

/**
 * Counts hard-to-read wordings (englishPatterns.ts) by folder, and fails when a folder exceeds its ceiling in englishCeilings.json. Ceilings only
 * fall: `--lower` writes today's counts where they are smaller.
 * `node .ci/lint/english.ts [--lower | --table | PATH …]`: with paths it prints each hit there and what to write instead.
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const ceilingsPath = fileURLToPath(new URL('englishCeilings.json', import.meta.url))
const words = process.argv.slice(2)
const paths = words.filter((word) => !word.startsWith('--'))

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64e6,
})
  .split('\n')
  .filter(
    (path) => /\.(?:ts|tsx|mts|mjs|md)$/.test(path) && !path.endsWith('englishPatterns.ts') && existsSync(root + path),
  )

/** Returns the folder of a path: its first two levels, or three in server/resources. */
const folderOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('server/resources/') ? 3 : 2)
    .filter((part) => !part.includes('.') || part === '.ci')
    .join('/') || '.'

const counts = new Map<string, number>()
const byPattern = new Map<string, number>()
for (const path of files) {
  const code = readFileSync(root + path, 'utf8')
  for (const { kind, text, line } of path.endsWith('.md') ? textsOfPage(code) : textsOfCode(path, code)) {
    for (const { pattern, kinds, advice } of englishPatterns) {
      if (!kinds.includes(kind)) continue
      const found = pattern.exec(text)
      if (!found) continue
      counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1)
      const key = `${kind.padEnd(8)}${pattern.source}`
      byPattern.set(key, (byPattern.get(key) ?? 0) + 1)
      if (paths.length > 0) console.log(`${path}:${line} ${kind} “${found[0]}”: ${advice}\n    ${text.slice(0, 160)}`)
    }
  }
}

const total = [...counts.values()].reduce((a, b) => a + b, 0)
if (words.includes('--table')) {
  for (const [key, count] of [...byPattern].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(6)}  ${key}`)
  console.log(`${String(total).padStart(6)}  in all`)
} else if (paths.length === 0) {
  const ceilings: Record<string, number> = JSON.parse(readFileSync(ceilingsPath, 'utf8'))
  const over = [...counts].filter(([folder, count]) => count > (ceilings[folder] ?? 0))
  for (const [folder, count] of over)
    console.error(
      `✗ ${folder}: ${count} wordings that read twice, its ceiling is ${ceilings[folder] ?? 0} (node .ci/lint/english.ts ${folder})`,
    )
  if (words.includes('--lower')) {
    const lowered = Object.fromEntries(
      [...counts]
        .map(([folder, count]): [string, number] => [folder, Math.min(count, ceilings[folder] ?? count)])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
    writeFileSync(ceilingsPath, `${JSON.stringify(lowered, null, 2)}\n`)
  }
  console.log(`${total} wordings that read twice in ${files.length} files; ${over.length} folders over their ceiling`)
  process.exitCode = over.length > 0 ? 1 : 0
}
