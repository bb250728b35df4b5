import { checkDependencies } from './dependencies.ts'
import { none, runCheck, runPlaywright, runVitest, sum, type Counts, type JourneyProject } from './parts.ts'
import { seedDemo } from '../seedDemo.ts'
import { provideBroker, provideBrowser, provideStreams } from './setUp.ts'

/**
 * `npm test`: all that is checked, in order, and as its last line `N passed, N failed` (and `N skipped` when any).
 * `npm test -- unit|server|browser [filter …]` runs parts; filters go to the runner.
 */
const partNames = ['unit', 'server', 'browser'] as const
type PartName = (typeof partNames)[number]

const isPart = (word: string): word is PartName => partNames.some((name) => name === word)
const words = process.argv.slice(2)
const filters = words.filter((word) => !isPart(word))
const chosen: readonly PartName[] = words.some(isPart) ? words.filter(isPart) : partNames

interface Step {
  part: PartName
  name: string
  run: () => Promise<Counts>
}

const steps: Step[] = [
  // More checkers check much twice. The compiler uses one core: the other is the lint's.
  { part: 'unit', name: 'lint and types', run: async () => sum(await Promise.all([runCheck('tsc', ['--noEmit', '--checkers', '1']), runCheck('oxlint', ['--threads=1'])])) },
  { part: 'unit', name: 'lint rules can fail', run: () => runCheck('node', ['.ci/lint/selfTest.ts']) },
  { part: 'unit', name: 'dependencies', run: checkDependencies },
  { part: 'unit', name: 'unit tests', run: () => runVitest('console', filters) },
  { part: 'server', name: 'server tests', run: () => runVitest('server', filters) },
  { part: 'browser', name: 'demo for the journeys', run: () => makeDemo() },
  { part: 'browser', name: 'screens', run: () => runJourneys('screens', 3) },
  { part: 'browser', name: 'faults', run: () => runJourneys('faults', 3) },
  { part: 'browser', name: 'kills', run: () => runJourneys('kills', 1) },
]

// What later parts need is made beside the checks before them: seeding waits for its database most of the time, installing for the network.
const seeding = chosen.includes('browser') ? seedDemo() : undefined
seeding?.catch(() => {})
const providing = chosen.includes('browser') ? provideTools() : undefined
providing?.catch(() => {})
let demo: Awaited<ReturnType<typeof seedDemo>> | undefined

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
  if (chromium === undefined) return { ...none, failed: 1, failures: ['No Chromium: none on this machine, none to be downloaded, none from the distribution. Set CHROMIUM_PATH.'] }
  if (demo === undefined) return { ...none, failed: 1, failures: ['The demo for the journeys could not be made.'] }
  return runPlaywright(project, workers, chromium, demo.dataDir, filters)
}

let total: Counts = none
const lines: string[] = []
const say = ({ passed, failed, skipped }: Counts) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

for (const step of steps) {
  if (!chosen.includes(step.part) || process.exitCode === 130) continue
  console.log(`\n── ${step.name}`)
  const from = performance.now()
  const counts = await step.run().catch((error: unknown): Counts => {
    console.error(error)
    return { ...none, failed: 1 }
  })
  const seconds = (performance.now() - from) / 1000
  total = sum([total, counts])
  lines.push(`${counts.failed > 0 ? '✗' : '✓'} ${step.name.padEnd(22)}${seconds.toFixed(1).padStart(7)} s   ${say(counts)}`, ...(counts.failures ?? []).map((failure) => `    ${failure}`))
}

await seeding?.then(({ remove }) => remove(), () => {})
// Stopped half-way is not passed.
if (process.exitCode === 130) total = sum([total, { ...none, failed: 1 }])
console.log(`\n${lines.join('\n')}\n`)
console.log(say(total))
if (total.failed > 0 || total.passed === 0) process.exitCode ||= 1
