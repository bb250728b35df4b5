import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { besides, violations } from './violations.ts'

/**
 * Shows that every invariant can fail. It creates a tree with one violation per file and lints it with our settings.
 * Each file must be reported by its rule, and valid files by none.
 * This catches a plugin that no longer loads, and a rule that was switched off.
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const tree = realpathSync(mkdtempSync(join(tmpdir(), 'drover-lint-')))

interface Diagnostic {
  code: string
  filename: string
}

try {
  copyFileSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  for (const name of ['.ci', 'node_modules', 'package.json', 'tsconfig.json'])
    symlinkSync(join(root, name), join(tree, name))
  const files = { ...besides, ...Object.fromEntries(violations.map(({ path, code }) => [path, code])) }
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), code)
  }
  const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? path))]
  const { stdout, stderr } = spawnSync('oxlint', ['--type-aware', '-f', 'json', ...folders], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` },
    maxBuffer: 64_000_000,
  })
  const start = stdout.indexOf('{')
  if (start < 0) throw new Error(`oxlint said nothing: ${stdout}${stderr}`)
  const { diagnostics }: { diagnostics: Diagnostic[] } = JSON.parse(stdout.slice(start))

  const rules = new Set<string>()
  const faults: string[] = []
  for (const { rule, path } of violations) {
    const reported = diagnostics.filter(({ filename }) => filename.endsWith(path)).map(({ code }) => code)
    if (rule === null) {
      if (reported.length > 0) faults.push(`${path} breaks nothing, but ${reported.join(', ')} reports it`)
      continue
    }
    rules.add(rule)
    if (!reported.includes(rule))
      faults.push(`${path} should be reported by ${rule}, got ${reported.join(', ') || 'nothing'}`)
  }
  for (const fault of faults) console.error(`✗ ${fault}`)
  console.log(
    `${rules.size} rules of the house tried on ${violations.length} snippets: ${faults.length === 0 ? 'each can fail, none fails without cause' : `${faults.length} faults`}`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  rmSync(tree, { recursive: true, force: true })
}
