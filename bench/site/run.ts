import { cpSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { atShare } from '../import/felt.ts'
import { newDataDir, removeDataDir, startProduct } from '../product.ts'
import { count, goal, type Section } from '../report.ts'
import { benchLighthouse } from './lighthouse.ts'
import { openWall } from './wall.ts'

const ratePerSecond = 500
const limitMs = 50
/** Minimum share of its usual rate that a wall receives under load, and the maximum delay of its heartbeat. */
const minShare = 0.9
const lateLimitMs = 100
const places = [0.5, 0.95, 0.99] as const
/** Duration of the load by page, s; `control` is the wall alone. */
const defaultSeconds = { control: 20, home: 60, other: 30 }

interface LoadResult {
  answered: number
  failed: number
  /** ms from the time at which each request was due. */
  times: number[]
}

/** Requests a page at a fixed rate, without waiting for earlier replies. */
async function ask(url: URL, seconds: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const result: LoadResult = { answered: 0, failed: 0, times: [] }
  const began = performance.now()
  for (let sent = 0; sent < ratePerSecond * seconds;) {
    const due = Math.min(ratePerSecond * seconds, Math.floor(((performance.now() - began) / 1000) * ratePerSecond))
    for (; sent < due; sent++) {
      const dueAt = began + (sent / ratePerSecond) * 1000
      const sending = request(url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
        answer.resume().on('end', () => {
          result.answered++
          result.times.push(performance.now() - dueAt)
          if (answer.statusCode !== 200) result.failed++
        })
      })
      sending.on('error', () => result.failed++).end()
    }
    await sleep(1)
  }
  await sleep(1000)
  agent.destroy()
  return result
}

/**
 * Loads the public site at a fixed rate while the demo's 1,200 animals report, measures what a wall receives, then runs Lighthouse.
 * @param keptDir a data directory with the demo, which is copied; without it the demo is created
 */
export async function benchSite({
  seconds = defaultSeconds,
  articles = 2000,
  looks = 3,
  keptDir: demoDir,
}: { seconds?: typeof defaultSeconds; articles?: number; looks?: number; keptDir?: string } = {}): Promise<Section[]> {
  const dataDir = newDataDir()
  if (demoDir !== undefined) cpSync(demoDir, dataDir, { recursive: true })
  const product = await startProduct(dataDir, { DEMO: '1', DEMO_KIND: 'herd' })
  try {
    await product.sql`
      insert into articles (type, texts, publish_at)
      select (array['NEWS', 'POLICY', 'GUIDE'])[1 + n % 3], jsonb_build_object('zh-CN', jsonb_build_object('title', 'Article ' || n, 'summary', '', 'body', '<p>' || repeat('words ', 400) || '</p>')), now() - n * interval '1 hour'
      from generate_series(1, ${articles}::int) n`
    const [{ id } = { id: 0 }] = await product.sql<
      { id: number }[]
    >`select id from articles where type = 'NEWS' order by id limit 1`
    const site = `http://127.0.0.1:${product.webPort}`
    const wall = await openWall(site)
    await sleep(seconds.control * 1000)
    const control = wall.look()
    const paths = { home: '/', 'a list': '/newsTopMenu/NEWS', 'an article': `/newsDetail/NEWS/${id}` }
    const found: { name: string; asked: LoadResult; seen: ReturnType<typeof wall.look> }[] = []
    for (const [name, path] of Object.entries(paths)) {
      const loadResult = await ask(new URL(path, site), name === 'home' ? seconds.home : seconds.other)
      found.push({ name, asked: loadResult, seen: wall.look() })
    }
    wall.close()
    const of = ({ times }: LoadResult, place: number) => atShare(times, place)
    type Seen = ReturnType<typeof wall.look>
    const rateRow = (title: string, rateOf: (seen: Seen) => number) => {
      const atLeast = Number((minShare * rateOf(control)).toFixed(1))
      return [
        title,
        rateOf(control).toFixed(1),
        ...found.map(({ seen }) => `${rateOf(seen).toFixed(1)} ${goal(rateOf(seen), { atLeast })}`),
      ]
    }
    const load: Section = {
      title: `The public site at ${ratePerSecond} requests a second while 1,200 animals report`,
      head: ['', 'nothing (control)', ...found.map(({ name }) => name)],
      rows: [
        ...places.map((place) => [`p${place * 100}, ms`, '', ...found.map(({ asked }) => of(asked, place).toFixed(1))]),
        ['goal', '', ...found.map(({ asked }) => goal(of(asked, 0.99), { atMost: limitMs }))],
        ['answered', '', ...found.map(({ asked }) => count(asked.answered))],
        ['failed', '', ...found.map(({ asked }) => goal(asked.failed, { atMost: 0 }))],
        rateRow('a wall: frames/s', ({ framesPerSecond }) => framesPerSecond),
        rateRow('frames and other events/s', ({ perSecond }) => perSecond),
        [
          'its heartbeat comes late by, p99, ms',
          count(control.lateP99Ms),
          ...found.map(({ seen }) => `${count(seen.lateP99Ms)} ${goal(seen.lateP99Ms, { atMost: lateLimitMs })}`),
        ],
        ['connections lost, frames left out', '', ...found.map(({ seen }) => goal(seen.lost, { atMost: 0 }))],
      ],
      notes: [
        `Home ${seconds.home} s, the others ${seconds.other} s, ${count(articles)} articles, compressed with Brotli, over 64 connections from the same machine; a request is timed from the moment at which it was due. A wall watches all farms meanwhile, counted from when it has its snapshots; it is to get ${minShare * 100} % of what it gets without the load.`,
      ],
      figures: {
        ...Object.fromEntries(found.map(({ name, asked }) => [`site.${name}.p99Ms`, of(asked, 0.99)])),
        ...Object.fromEntries(found.map(({ name, seen }) => [`site.${name}.wallLateMs`, seen.lateP99Ms])),
        ...Object.fromEntries(
          found.map(({ name, seen }) => [`site.${name}.wallFramesPerSecond`, seen.framesPerSecond]),
        ),
      },
    }
    return [load, await benchLighthouse(site, looks)]
  } finally {
    await product.stop()
    removeDataDir(dataDir)
  }
}
