import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { saveFigures, toMarkdown, type Section } from './report.ts'
import { findOverstatedClaims } from './site/claims.ts'

/**
 * Measures, prints tables with goals next to the figures, and saves the figures in bench/README.md.
 * `npm run bench [-- pipe|map|export|lists|import|batch|projects|replay|rehearsal|alerts|alarms|overload|attack|site|start] [--json FILE]`
 * `--quick` takes about a tenth of the time and saves nothing, to check that it runs. `--data DIR` keeps and reuses the readings of rehearsals; for
 * `site` it is a data directory with the demo.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
    data: { type: 'string' },
    'no-peers': { type: 'boolean', default: false },
  },
})

const parts = {
  async pipe(): Promise<Section[]> {
    const { benchPipe, fullPipe } = await import('./pipe.ts')
    const peers = !values['no-peers']
    return benchPipe(values.quick ? { ...fullPipe, seconds: 6, halfSeconds: 5, peers } : { ...fullPipe, peers })
  },
  async map(): Promise<Section[]> {
    const { benchMap } = await import('./map/run.ts')
    return benchMap(values.quick ? { animals: [10_000], ms: 4000 } : {})
  },
  async export(): Promise<Section[]> {
    const { benchExport } = await import('./export.ts')
    return [await benchExport(values.quick ? { rows: 10_000 } : {})]
  },
  async lists(): Promise<Section[]> {
    const { benchLists } = await import('./lists/run.ts')
    return [await benchLists(values.quick ? { animals: 50_000 } : {})]
  },
  async replay(): Promise<Section[]> {
    const { benchReplay } = await import('./replay/run.ts')
    return [await benchReplay(values.quick ? { readings: 2_000_000 } : {})]
  },
  async rehearsal(): Promise<Section[]> {
    const { benchRehearsal } = await import('./rehearsal/run.ts')
    return [
      await benchRehearsal({
        ...(values.quick && { days: 3 }),
        ...(values.data !== undefined && { keptDir: values.data }),
      }),
    ]
  },
  async alerts(): Promise<Section[]> {
    const { benchAlerts } = await import('./alerts/run.ts')
    const { benchKills } = await import('./alerts/kills.ts')
    const { benchScreen } = await import('./alerts/screen.ts')
    const options = values.quick ? { alerts: 1000 } : {}
    return [await benchAlerts(options), ...(await benchScreen(options)), await benchKills(options)]
  },
  async alarms(): Promise<Section[]> {
    const { benchAlarms } = await import('./alarms/run.ts')
    return [await benchAlarms()]
  },
  async site(): Promise<Section[]> {
    const { benchSite } = await import('./site/run.ts')
    return benchSite({
      ...(values.quick && { seconds: { control: 6, home: 6, other: 6 }, looks: 1 }),
      ...(values.data !== undefined && { keptDir: values.data }),
    })
  },
  async import(): Promise<Section[]> {
    const { benchImport } = await import('./import/run.ts')
    return [await benchImport(values.quick ? { rows: 2_000 } : {})]
  },
  async batch(): Promise<Section[]> {
    const { benchBatch } = await import('./batch/run.ts')
    return [await benchBatch(values.quick ? { animals: 1_000 } : {})]
  },
  async projects(): Promise<Section[]> {
    const { benchProjects } = await import('./projects/run.ts')
    return [await benchProjects(values.quick ? { projects: 100, animals: 50_000, days: 9 } : {})]
  },
  async overload(): Promise<Section[]> {
    const { benchOverload } = await import('./overload.ts')
    return [await benchOverload({ seconds: values.quick ? 10 : 60 })]
  },
  async attack(): Promise<Section[]> {
    const { benchAttack } = await import('./attack.ts')
    return [await benchAttack({ seconds: values.quick ? 4 : 20 })]
  },
  async start(): Promise<Section[]> {
    const { benchStart } = await import('./start.ts')
    return [await benchStart()]
  },
}

const names = Object.keys(parts) as (keyof typeof parts)[]
const unknown = positionals.filter((word) => !names.some((name) => name === word))
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')} (there are ${names.join(', ')})`)
  process.exit(2)
}

const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}, ${process.platform}`
const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
const figures: Record<string, number> = {}
let failed = false
for (const name of names) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`\n── ${name}`)
  try {
    const sections = await parts[name]()
    const text = sections.map(toMarkdown).join('\n')
    console.log(`\n${text}`)
    for (const section of sections) Object.assign(figures, section.figures)
    if (values.quick) continue
    saveFigures(name, `${at} UTC, ${machine}.\n\n${text}`)
    if (name === 'alarms') saveFigures(name, `${at} UTC.\n\n${text}`, 'falseAlarms')
  } catch (error) {
    console.error(error)
    failed = true
  }
}
for (const claim of findOverstatedClaims()) {
  console.error(claim)
  failed = true
}
if (values.json) writeFileSync(values.json, `${JSON.stringify({ at, machine, figures }, null, 2)}\n`)
// Open sockets to a dead server must not keep this process alive.
process.exit(failed ? 1 : 0)
