import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { rehearsalSchema, type Rehearsal } from '#contract/alerts/rehearsals.ts'
import { withQuietSite, controlSeconds, measureImpact, type Impact, impactRows } from '../import/felt.ts'
import type { Product } from '../product.ts'
import { count, goal, type Section } from '../report.ts'
import { seedReadings, pastAnimals, pastFarm } from './layOut.ts'

const maxSeconds = 60

interface Rehearsed {
  seconds: number
  rehearsal: Rehearsal
}

type Rule = Input<typeof endpoints.rehearsals.begin>

/**
 * Rehearses rules on 30 days of 1,200 animals with a reading a minute, and measures the duration and the effect on readings, alerts and calls.
 * @param keptDir data directory with readings to reuse, or to create and keep; writing 30 days takes longer than rehearsing them
 */
export function benchRehearsal({
  days = 30,
  keptDir: reusedDir,
}: { days?: number; keptDir?: string } = {}): Promise<Section> {
  return withQuietSite(
    async ({ product, token, runQuiet }) => {
      const [existingFarm] = await product.sql<{ id: number }[]>`select id from farms where name = ${pastFarm}`
      const farmId = existingFarm?.id ?? (await seedReadings(product.sql, days))
      const silent: Rule = { kind: 'NECKBAND_SILENT', farmId, parameters: { silentMinutes: 30 }, days }
      const left: Rule = { kind: 'LEFT_PEN', farmId, parameters: { bufferMetres: 5 }, days }
      console.log('nothing …')
      const control = await measureImpact(product, () => runQuiet(controlSeconds))
      const alone: Rehearsed[] = []
      for (const rule of [silent, left]) {
        console.log(`${rule.kind} alone …`)
        alone.push(await rehearse(product, token, rule))
      }
      const seconds = Math.ceil(1.5 * Math.max(...alone.map((one) => one.seconds)))
      const underLoad: Rehearsed[] = []
      const impacts: Impact[] = []
      for (const rule of [silent, left]) {
        console.log(`${rule.kind} beside readings …`)
        const rehearsed = sleep(3000).then(() => rehearse(product, token, rule))
        impacts.push(await measureImpact(product, () => runQuiet(seconds)))
        underLoad.push(await rehearsed)
      }
      return section(days, control, alone, underLoad, impacts)
    },
    {},
    reusedDir,
  )
}

async function rehearse(product: Product, token: string, rule: Rule): Promise<Rehearsed> {
  const began = performance.now()
  let rehearsal = await ask(product, token, 'POST', endpoints.rehearsals.begin.path, rule)
  while (rehearsal.state === 'WAITING' || rehearsal.state === 'RUNNING') {
    await sleep(250)
    rehearsal = await ask(product, token, 'GET', endpoints.rehearsals.detail.path.replace('{id}', String(rehearsal.id)))
  }
  if (rehearsal.state !== 'DONE') throw new Error(`${rule.kind}: ${rehearsal.state} ${rehearsal.failure}`)
  const seconds = (performance.now() - began) / 1000
  console.log(`${seconds.toFixed(1)} s, ${JSON.stringify(rehearsal.result?.totals)}`)
  return { seconds, rehearsal }
}

async function ask(
  { webPort }: Product,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Rehearsal> {
  const headers = { 'content-type': 'application/json', 'x-auth-token': token, 'x-auth-timestamp': String(Date.now()) }
  const response = await fetch(`http://127.0.0.1:${webPort}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return rehearsalSchema.parse((JSON.parse(text) as { data: unknown }).data)
}

function section(
  days: number,
  control: Impact,
  alone: readonly Rehearsed[],
  beside: readonly Rehearsed[],
  felt: readonly Impact[],
): Section {
  const line = (name: string, of: (one: Rehearsed) => string) => [name, '', ...alone.map(of), ...beside.map(of)]
  const [silentBeside, leftBeside] = felt
  return {
    title: `A rule rehearsed on ${days} days of ${count(pastAnimals)} animals, ${count(alone[0]?.rehearsal.result?.readings ?? 0)} readings`,
    head: [
      '',
      'nothing (control)',
      'silent, alone',
      'left its pen, alone',
      'silent, beside readings',
      'left its pen, beside readings',
    ],
    rows: [
      line('from the call to the result, s', ({ seconds }) => seconds.toFixed(1)),
      ['goal', '', ...alone.map(({ seconds }) => goal(seconds, { atMost: maxSeconds })), '', ''],
      line(
        'alerts by today’s rule, by the rehearsed',
        ({ rehearsal }) =>
          `${count(rehearsal.result?.totals.today ?? 0)}, ${count(rehearsal.result?.totals.rehearsed ?? 0)}`,
      ),
      ...impactRows([control, null, null, silentBeside ?? null, leftBeside ?? null]),
    ],
    notes: [
      `The product as \`npm start\` starts it. A reading a minute of each animal, kept in ${days + 1} days; both rules are judged by an engine each, in a process of its own. Meanwhile one site of another source sends 10 messages a second and raises an alert each second, and somebody asks for lists ten times a second, for half as long again as the rehearsal alone took.`,
      `Load of the machine at the end: ${loadavg()
        .map((one) => one.toFixed(1))
        .join(', ')} (1, 5, 15 minutes).`,
    ],
    figures: {
      'rehearsal.silent.seconds': alone[0]?.seconds ?? Number.NaN,
      'rehearsal.leftPen.seconds': alone[1]?.seconds ?? Number.NaN,
      'rehearsal.control.acknowledgedP99': control.acknowledgedP99,
      'rehearsal.beside.acknowledgedP99': Math.max(...felt.map(({ acknowledgedP99 }) => acknowledgedP99)),
      'rehearsal.beside.answeredP99': Math.max(...felt.map(({ answeredP99 }) => answeredP99)),
      'rehearsal.beside.loopP99Ms': Math.max(...felt.map(({ loopP99Ms }) => loopP99Ms)),
    },
  }
}
