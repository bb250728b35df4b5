import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { withQuietSite, controlSeconds, measureImpact, type Impact, impactRows } from '../import/felt.ts'
import { count, goal, type Section } from '../report.ts'

/** Goal for the slowest call; a call times out after 15 s. */
const maxSeconds = 10
/** Repetitions of each call, since the first run compiles. */
const times = 3

/** Measures actions on many animals at once: their duration, and their effect on readings, alerts and calls. */
export function benchBatch({ animals = 10_000 } = {}): Promise<Section> {
  return withQuietSite(async ({ product, farmIds, token, runQuiet }) => {
    // Animals of the quiet site stay where they are.
    const ids = (
      await product.sql<
        { id: number }[]
      >`select id from animals where farm_id <> ${farmIds[0] ?? 0} order by id limit ${animals}`
    ).map(({ id }) => id)
    const ask = async (method: string, path: string, body: object): Promise<number> => {
      const from = performance.now()
      const headers = {
        'content-type': 'application/json',
        'x-auth-token': token,
        'x-auth-timestamp': String(Date.now()),
      }
      const response = await fetch(`http://127.0.0.1:${product.webPort}${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as { data?: { changed: number } }
      if (answer.data?.changed !== animals) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
      return (performance.now() - from) / 1000
    }
    const { transfer, editAll, setStatus } = endpoints.animals
    const reason = 'bench'
    const move = (farm: number) =>
      ask(transfer.method, transfer.path, { ids, farmId: farmIds[farm] ?? 0, reason } satisfies Input<typeof transfer>)
    const edit = (breed: string) =>
      ask(editAll.method, editAll.path, { ids, breed, reason } satisfies Input<typeof editAll>)
    const works = {
      transfer: (n: number) => move(6 + n),
      edit: (n: number) => edit(`Breed ${n}`),
      leave: () =>
        ask(setStatus.method, setStatus.path, { ids, status: 'SOLD', leftOn: '2026-01-01', reason } satisfies Input<
          typeof setStatus
        >),
    }
    console.log('nothing …')
    const control = await measureImpact(product, () => runQuiet(controlSeconds))
    const measured: [seconds: number, felt: Impact][] = []
    for (const [name, work] of Object.entries(works)) {
      console.log(`${name} …`)
      let seconds = 0
      const impact = await measureImpact(product, async () => {
        const quiet = runQuiet(controlSeconds)
        for (let n = 0; n < times; n++) seconds = Math.max(seconds, await work(n))
        return quiet
      })
      measured.push([seconds, impact])
    }
    return {
      title: `${count(animals)} animals changed by one call, ${times} times`,
      head: ['', 'nothing (control)', 'moved to another farm', 'edited', 'left the herd'],
      rows: [
        ['the slowest, s', '', ...measured.map(([seconds]) => seconds.toFixed(1))],
        ['goal', '', ...measured.map(([seconds]) => goal(seconds, { atMost: maxSeconds }))],
        ...impactRows([control, ...measured.map(([, felt]) => felt)]),
      ],
      notes: [
        'The product as `npm start` starts it, 12 farms and 12,000 animals. Each change is noted in the audit with the animal before and after it. Meanwhile one site of another source sends 10 messages a second and raises an alert each second, and somebody asks for lists ten times a second, for 15 s.',
      ],
      figures: Object.fromEntries(
        Object.keys(works).flatMap((name, place) => [
          [`batch.${name}.seconds`, measured[place]?.[0] ?? 0],
          [`batch.${name}.loopP99Ms`, measured[place]?.[1].loopP99Ms ?? 0],
        ]),
      ),
    }
  })
}
