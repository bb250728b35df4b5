import { checkDependencies } from './dependencies.ts'
import { readSelection, partNames, type PartName } from './selection.ts'
import { none, runCheck, runPlaywright, runVitest, sum, type Counts, type JourneyProject } from './parts.ts'
import { seedDemo } from '../seedDemo.ts'
import { provideBroker, provideBrowser, provideStreams } from './setUp.ts'

/**
 * Runs the tests and prints `N passed, N failed` (and `N skipped` when any) as the last line.
 * `npm test` runs what a change needs, `npm test -- all` adds the tests tagged `long`, `npm test -- unit|server|browser` runs parts,
 * and `npm test -- PATH …` runs single test files or folders.
 */
const { isAll, parts, files } = readSelection(process.argv.slice(2))
const hasFiles = partNames.some((part) => files[part].length > 0)

interface Step {
  part: PartName
  name: string
  /** Whether the step checks the whole tree, so that a run of single files leaves it out. */
  isWhole?: boolean
  /** Whether all its tests are tagged `long`. */
  isLong?: boolean
  run: () => Promise<Counts>
}

const allSteps: Step[] = [
  { part: 'unit', name: 'lint and types', isWhole: true, run: checkCode },
  { part: 'unit', name: 'format', isWhole: true, run: () => runCheck('oxfmt', ['--check', '**/*.{ts,tsx,mts,mjs}']) },
  { part: 'unit', name: 'plain English', isWhole: true, run: () => runCheck('node', ['.ci/lint/english.ts']) },
  { part: 'unit', name: 'lint rules can fail', isWhole: true, run: () => runCheck('node', ['.ci/lint/selfTest.ts']) },
  { part: 'unit', name: 'dependencies', isWhole: true, run: checkDependencies },
  { part: 'unit', name: 'unit tests', run: () => runVitest('console', { isAll, files: files.unit }) },
  { part: 'server', name: 'server tests', run: () => runVitest('server', { isAll, files: files.server }) },
  { part: 'browser', name: 'demo for the journeys', run: () => makeDemo() },
  { part: 'browser', name: 'screens', run: () => runJourneys('screens', 3) },
  { part: 'browser', name: 'faults', run: () => runJourneys('faults', 3) },
  { part: 'browser', name: 'kills', isLong: true, run: () => runJourneys('kills', 1) },
]
const steps = allSteps.filter(
  ({ part, isWhole, isLong }) => parts.includes(part) && !(isWhole && hasFiles) && !(isLong && !isAll),
)

// The browser part's needs are made while earlier parts run: seeding mostly waits for its database, installing for the network.
const building = parts.includes('browser') ? buildConsole() : undefined
building?.catch(() => {})
const seeding = building?.then(() => seedDemo())
seeding?.catch(() => {})
const providing = parts.includes('browser') ? provideTools() : undefined
providing?.catch(() => {})
let demo: Awaited<ReturnType<typeof seedDemo>> | undefined

/** The budgets of bytes are of the compressed files, and only long tests look at those. */
async function buildConsole(): Promise<void> {
  const { failed } = await runCheck('node', ['server/commands/prepare.mjs', isAll ? '--compress' : '--build'])
  if (failed > 0) throw new Error('The console could not be built.')
}

/** One after the other, as the distribution's installer wants it. @returns the browser's path */
async function provideTools(): Promise<string | undefined> {
  await provideStreams()
  await provideBroker()
  return provideBrowser()
}

async function makeDemo(): Promise<Counts> {
  demo = await seeding
  return none
}

async function runJourneys(project: JourneyProject, workers: number): Promise<Counts> {
  const chromium = await providing
  if (chromium === undefined)
    return {
      ...none,
      failed: 1,
      failures: [
        'No Chromium: none on this machine, none to be downloaded, none from the distribution. Set CHROMIUM_PATH.',
      ],
    }
  if (demo === undefined) return { ...none, failed: 1, failures: ['The demo for the journeys could not be made.'] }
  return runPlaywright(project, workers, chromium, demo.dataDir, { isAll, files: files.browser })
}

/** The compiler uses one core, as more checkers check much twice; the other core lints. Rules that need types take as long as the compiler. */
async function checkCode(): Promise<Counts> {
  const types = runCheck('tsc', [
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/typecheck.tsbuildinfo',
    '--checkers',
    '1',
  ])
  return sum(await Promise.all([types, runCheck('oxlint', ['--threads=1', ...(isAll ? ['--type-aware'] : [])])]))
}

let total: Counts = none
let journeys: Counts = none
const lines: string[] = []
const say = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

for (const step of steps) {
  if (process.exitCode === 130) continue
  console.log(`\n── ${step.name}`)
  const from = performance.now()
  const counts = await step.run().catch((error: unknown): Counts => {
    console.error(error)
    return { ...none, failed: 1 }
  })
  const seconds = (performance.now() - from) / 1000
  total = sum([total, counts])
  if (step.part === 'browser') journeys = sum([journeys, counts])
  lines.push(
    `${counts.failed > 0 ? '✗' : '✓'} ${step.name.padEnd(22)}${seconds.toFixed(1).padStart(7)} s   ${say(counts)}`,
    ...(counts.failures ?? []).map((failure) => `    ${failure}`),
  )
}

await seeding?.then(
  ({ remove }) => remove(),
  () => {},
)
// A path that names no journey must not look like a passed one.
if (files.browser.length > 0 && journeys.passed + journeys.failed + journeys.skipped === 0)
  total = sum([total, { ...none, failed: 1 }])
// Stopped half-way is not passed.
if (process.exitCode === 130) total = sum([total, { ...none, failed: 1 }])
console.log(`\n${lines.join('\n')}\n`)
console.log(say(total))
if (total.failed > 0 || total.passed === 0) process.exitCode ||= 1
