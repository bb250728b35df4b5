import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Which tests failed and how, where the runner does not say it last. */
  failures?: readonly string[]
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 }

export const sum = (parts: readonly Counts[]) =>
  parts.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    none,
  )

/**
 * Runs a program to its end with its output on ours.
 * @returns its exit code; -1 when it was killed, also after `limitMs`
 */
async function run(command: string, args: string[], env: Record<string, string>, limitMs: number): Promise<number> {
  const child = spawn(command, args, {
    stdio: 'inherit',
    // A group of its own, so that what it started ends with it.
    detached: true,
    env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/usr/local/sbin`, ...env },
  })
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, signal)
    } catch {
      // Gone already.
    }
  }
  const onSignal = (signal: NodeJS.Signals) => {
    kill(signal)
    process.exitCode = 130
  }
  // Not once: to a group it comes from the system and from each parent that passes it on.
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  const timer = setTimeout(() => {
    console.error(`${command} took longer than ${limitMs / 60_000} minutes: stopped`)
    kill('SIGKILL')
  }, limitMs)
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(-1)
    })
    child.once('exit', (exit) => resolve(exit ?? -1))
  })
  clearTimeout(timer)
  process.off('SIGINT', onSignal)
  process.off('SIGTERM', onSignal)
  return code
}

/** A program that is one test: its exit code is the result. One that is written in Go takes more memory for less time. */
export async function runCheck(command: string, args: string[]): Promise<Counts> {
  return (await run(command, args, { GOGC: '400' }, 5 * 60_000)) === 0 ? { ...none, passed: 1 } : { ...none, failed: 1 }
}

/** Runs `work` with the path of a report to be written, and reads it; a runner that wrote none has crashed. */
async function withReport<T>(
  work: (path: string) => Promise<number>,
  read: z.ZodType<T>,
): Promise<{ code: number; report: T | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'drover-test-'))
  const path = join(folder, 'report.json')
  try {
    const code = await work(path)
    try {
      return { code, report: read.parse(JSON.parse(readFileSync(path, 'utf8'))) }
    } catch {
      return { code, report: null }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run that went wrong otherwise than by a failed test, or in which nothing ran, must not look like a good one. */
function judged(counts: Counts, code: number): Counts {
  if (counts.failed > 0) return counts
  if (code !== 0) return { ...counts, failed: 1 }
  return counts.passed === 0 ? { ...counts, failed: 1 } : counts
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).optional() }),
      ),
    }),
  ),
})

/** Vitest leaves one core to itself, of two that is half. Tests wait for their server and its database part of the time. */
const workers = Math.ceil(1.5 * availableParallelism())

/** Which tests of a part run: with the long ones or without, and of which files (all when empty). */
export interface Chosen {
  isAll: boolean
  files: readonly string[]
}

/** Runs Vitest on one of the projects of vite.config.ts. */
export async function runVitest(project: 'console' | 'server', { isAll, files }: Chosen): Promise<Counts> {
  const { code, report } = await withReport(
    (path) =>
      run(
        'vitest',
        [
          'run',
          '--project',
          project,
          `--maxWorkers=${workers}`,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${path}`,
          ...(isAll ? [] : ['--tagsFilter=!long']),
          ...files,
        ],
        { DROVER_TESTS: isAll ? 'all' : 'quick' },
        15 * 60_000,
      ),
    vitestReport,
  )
  if (report === null) return { ...none, failed: 1 }
  // A file that could not be loaded has no tests to fail.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  const failures = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) => `${file.name}: ${fullName}: ${failureMessages?.[0]?.slice(0, 600) ?? ''}`,
      ),
  )
  return judged(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: [...failures, ...broken.map(({ name }) => `${name}: could not be loaded`)],
    },
    code,
  )
}

const playwrightReport = z.object({
  errors: z.array(z.looseObject({})),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
})

/** The projects of playwright.config.ts. */
export type JourneyProject = 'screens' | 'faults' | 'kills'

/** Runs the journeys of e2e in a real browser: a project of playwright.config.ts, `workers` files in parallel, on copies of a demo. */
export async function runPlaywright(
  project: JourneyProject,
  workers: number,
  chromiumPath: string,
  dataDir: string,
  { isAll, files }: Chosen,
): Promise<Counts> {
  const { code, report } = await withReport(
    (path) =>
      run(
        'playwright',
        [
          'test',
          '-c',
          'e2e/playwright.config.ts',
          '--project',
          project,
          '--workers',
          String(workers),
          '--reporter=list,json',
          '--pass-with-no-tests',
          ...(isAll ? [] : ['--grep-invert', '@long']),
          ...files,
        ],
        // Without a locale of its own a browser can't write the name of a file that is not ASCII.
        {
          DROVER_TESTS: isAll ? 'all' : 'quick',
          PLAYWRIGHT_JSON_OUTPUT_FILE: path,
          CHROMIUM_PATH: chromiumPath,
          DROVER_E2E_DATA: dataDir,
          LC_ALL: 'C.UTF-8',
        },
        30 * 60_000,
      ),
    playwrightReport,
  )
  if (report === null) return { ...none, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  const counts = { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
  // A filter may name tests of the other project alone.
  return files.length > 0 && code === 0 ? counts : judged(counts, code)
}
