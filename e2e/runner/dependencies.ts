import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { none, type Counts } from './parts.ts'

const reportSchema = z.union([
  z.object({ vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })) }),
  // No answer, or none that is of use: a mirror without advisories refuses the question.
  z.object({ message: z.string() }),
])

/**
 * Checks the output of `npm audit --json` about the packages that the product runs with. Only high and critical faults fail.
 * @returns the lines to print and the counts; skipped when the registry does not answer
 */
export function judgeAudit(output: string): { lines: string[]; counts: Counts } {
  const report = reportSchema.safeParse(JSON.parse(output))
  if (!report.success) return { lines: ['npm audit said nothing that can be read'], counts: { ...none, failed: 1 } }
  if ('message' in report.data)
    return { lines: [`the registry tells of no faults: ${report.data.message}`], counts: { ...none, skipped: 1 } }
  const found = Object.entries(report.data.vulnerabilities).map(([name, { severity, range }]) => ({
    severity,
    line: `${severity}: ${name} ${range}`,
  }))
  const isGrave = found.some(({ severity }) => severity === 'high' || severity === 'critical')
  return { lines: found.map(({ line }) => line), counts: isGrave ? { ...none, failed: 1 } : { ...none, passed: 1 } }
}

const npm = (...words: string[]) =>
  spawnSync('npm', words, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2, timeout: 60_000 }).stdout

/**
 * Writes the bill of materials to `test-results/sbom.json`: what the server runs with, and what the console is built of, which npm
 * calls development. Asks the registry for known faults in the former.
 */
export async function checkDependencies(): Promise<Counts> {
  mkdirSync('test-results', { recursive: true })
  writeFileSync('test-results/sbom.json', npm('sbom', '--sbom-format=cyclonedx', '--package-lock-only'))
  const { lines, counts } = judgeAudit(npm('audit', '--json', '--omit=dev') || '{"message":"npm audit did not answer"}')
  for (const line of lines) console.log(line)
  return counts
}
