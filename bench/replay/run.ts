import { chromium } from '@playwright/test'
import { createHash, randomBytes } from 'node:crypto'
import type { Endpoint, Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { chromiumArgs, findChromium } from '../../e2e/browser.ts'
import { insertSession } from '../../server/db/auth/sessions.ts'
import type { Sql } from '../../server/db/connect.ts'
import { rollUpHours } from '../../server/resources/herd/hours/rollUp.ts'
import { newDataDir, removeDataDir, startProduct, type Product } from '../product.ts'
import { count, goal, type Section } from '../report.ts'

const animals = 1200
const dayMs = 86_400_000
const limitMs = 3000
const tries = 5

interface Herd {
  token: string
  organisationId: number
  farmId: number
  animalId: number
}

/** Measures a farm of 1,200 animals with a fix a minute: rolling up its readings, its day, positions at an instant, and tracks. */
export async function benchReplay({ readings = 10_000_000 } = {}): Promise<Section> {
  const dataDir = newDataDir()
  const product = await startProduct(dataDir)
  try {
    const now = Math.floor(Date.now() / dayMs) * dayMs
    const days = Math.ceil(readings / animals / 1440)
    const herd = await seedReplay(product.sql, now, days)
    // The server ran its roll-up before the readings existed, so its marks are reset.
    await product.sql`delete from marks where name in ('hours_rolled', 'hours_received')`
    const rolled = await timed(() =>
      rollUpHours({
        sql: product.sql,
        now: now + 600_000,
        oldestWaitingAt: null,
        withinMs: 3_600_000,
        retentionDays: 90,
      }),
    )
    await product.sql`vacuum analyze`
    const day = new Date(now - dayMs).toISOString().slice(0, 10)
    const first = new Date(now - (days - 1) * dayMs).toISOString().slice(0, 10)
    const calls: [name: string, ms: number, bytes: number][] = []
    const measure = async <E extends Endpoint>(name: string, call: E, input: Input<E>) => {
      let [worst, bytes] = [0, 0]
      for (let turn = 0; turn < tries; turn++) {
        const took = await timed(async () => {
          bytes = await ask(product, herd.token, call, input)
        })
        worst = Math.max(worst, took)
      }
      calls.push([name, worst, bytes])
      return worst
    }
    const { farmId, animalId } = herd
    const maxDayMs = await measure('the herd’s day, rolled up', endpoints.replay.day, { farmId, day })
    await product.sql`update marks set at = ${now - 3 * 3_600_000} where name = 'hours_rolled'`
    await measure('the same, three hours of it not rolled up', endpoints.replay.day, { farmId, day })
    await product.sql`update marks set at = ${now} where name = 'hours_rolled'`
    await measure('who was where', endpoints.replay.moment, { farmId, at: now - dayMs / 2 })
    await measure('an animal’s day', endpoints.replay.track, { animalId, day })
    await measure('an animal’s week', endpoints.replay.track, { animalId, day: first, days: 7 })
    await measure('an animal’s 31 days', endpoints.replay.track, { animalId, day: first, days: 31 })
    const picture = await firstPicture(product, herd, day)
    const hours = days * 24
    return {
      title: `The past of ${count(animals)} animals, ${count(animals * 1440 * days)} readings stored`,
      head: ['', 'ms', 'kB'],
      rows: [
        ['first picture of the herd’s day in Chromium', picture.toFixed(0), ''],
        ['goal', goal(picture, { atMost: limitMs }), ''],
        ...calls.map(([name, ms, bytes]) => [name, ms.toFixed(0), (bytes / 1000).toFixed(0)]),
        ['rolling up one hour of the farm, rests included', (rolled / hours).toFixed(0), ''],
      ],
      notes: [
        `A fix a minute of each animal for ${days} days. Calls: the slowest of ${tries}, over HTTP on the same machine; sizes before compression. The picture: from the page’s address to all animals on the map, signed in, nothing cached.`,
      ],
      figures: { 'replay.firstPictureMs': picture, 'replay.dayMs': maxDayMs, 'replay.rollUpHourMs': rolled / hours },
    }
  } finally {
    await product.stop()
    removeDataDir(dataDir)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function ask(product: Product, token: string, { path, method }: Endpoint, input: unknown): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${product.webPort}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'br',
      'x-auth-token': token,
      'x-auth-timestamp': String(Date.now()),
    },
    body: JSON.stringify(input),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text.length
}

async function firstPicture(product: Product, { token, organisationId, farmId }: Herd, day: string): Promise<number> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('there is no Chromium')
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    const url = `http://127.0.0.1:${product.webPort}`
    const storageEntries = {
      loginToken: token,
      authority: '["SUPERVISOR_PM"]',
      userOrgId: String(organisationId),
      userOrgRole: 'SUPERVISOR',
      organizationName: 'Bench',
    }
    const localStorage = Object.entries(storageEntries).map(([name, value]) => ({ name, value }))
    let worst = 0
    for (let turn = 0; turn < 3; turn++) {
      const context = await browser.newContext({
        viewport: { width: 1366, height: 768 },
        storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
      })
      const page = await context.newPage()
      const took = await timed(async () => {
        await page.goto(`${url}/dashboard/animal-monitor/replay?farm=${farmId}&day=${day}`)
        await page.locator('.replay-map[aria-busy="false"]').waitFor({ timeout: 60_000 })
      })
      worst = Math.max(worst, took)
      await context.close()
    }
    return worst
  } finally {
    await browser.close()
  }
}

/** Inserts a farm, its herd and readings of the given days up to an instant directly into the database. */
async function seedReplay(sql: Sql, now: number, days: number): Promise<Herd> {
  const from = now - days * dayMs
  const ring = (west: number, south: number, side: number) => [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ]
  const polygon = (west: number, south: number, side: number) =>
    JSON.stringify({ type: 'Polygon', coordinates: [ring(west, south, side)] })
  const [organisation] = await sql<
    { id: number }[]
  >`insert into organisations (kind, name, registered_at, updated_at) values ('SUPERVISOR', 'Bench', ${now}, ${now}) returning id`
  const organisationId = organisation?.id ?? 0
  const [farm] = await sql<{ id: number }[]>`
    insert into farms (name, supervisor_org_id, time_zone, boundary, updated_at)
    values ('Bench', ${organisationId}, 'UTC', ${polygon(116, 44, 0.02)}::text::jsonb, ${now}) returning id`
  const farmId = farm?.id ?? 0
  for (let pen = 0; pen < 12; pen++) {
    const place = polygon(116 + 0.0005 + (pen % 4) * 0.005, 44 + 0.0005 + Math.floor(pen / 4) * 0.006, 0.004)
    await sql`insert into pens (farm_id, name, polygon, updated_at) values (${farmId}, ${`Pen ${pen + 1}`}, ${place}::text::jsonb, ${now})`
  }
  await sql`
    insert into animals (visual_tag, farm_id, category_id, in_herd_from, updated_at)
    select lpad(n::text, 4, '0'), ${farmId}, (select id from lookups where kind = 'CATEGORY' and code = 'CATTLE'), ${from}::timestamptz, ${now}::timestamptz from generate_series(1, ${animals}) n`
  await sql`insert into neckbands (device_id, updated_at) select 'AC' || lpad(n::text, 10, '0'), ${now}::timestamptz from generate_series(1, ${animals}) n`
  await sql`
    insert into pairings (neckband_id, animal_id, from_at)
    select n.id, a.id, ${from}::timestamptz from (select id, row_number() over (order by id) as place from neckbands) n
      join (select id, row_number() over (order by id) as place from animals) a on a.place = n.place`
  const bands = await sql<{ id: number }[]>`select min(id) as id from neckbands`
  for (let day = 0; day < days; day++) {
    const start = from + day * dayMs
    await sql`call make_readings_partition(${new Date(start).toISOString().slice(0, 10)}::date)`
    // Each animal walks around in its pen, minute by minute, in the order of arrival.
    await sql`
      insert into readings (at, received_at, neckband_id, gateway_id, source_id, discriminator, longitude, latitude, rssi, battery, temperature_c, moving)
      select t, t, ${bands[0]?.id ?? 0} + n, 0, 1, 0, 116.0025 + n % 4 * 0.005 + 0.0015 * cos(m / 40.0 + n), 44.0025 + n / 4 % 3 * 0.006 + 0.0015 * sin(m / 30.0 + n), -70, 80, 38.5, true
      from generate_series(0, 1439) m, generate_series(0, ${animals - 1}) n, lateral (select ${start}::timestamptz + m * interval '1 minute' + n * interval '40 milliseconds') at (t)`
    console.log(`${count((day + 1) * animals * 1440)} readings`)
  }
  await sql`vacuum analyze`
  const [user] = await sql<{ id: number }[]>`
    insert into users (user_name, password_hash, role, organisation_id, display_name, created_at, updated_at)
    values ('bench', 'none', 'SUPERVISOR_PM', ${organisationId}, 'Bench', ${now}, ${now}) returning id`
  const token = randomBytes(32).toString('base64url')
  const tokenHash = createHash('sha256').update(token).digest('hex')
  await insertSession(sql, {
    tokenHash,
    userId: user?.id ?? 0,
    passwordHash: 'none',
    now: Date.now(),
    idleMs: 36_000_000,
    expiresAt: Date.now() + 36_000_000,
    address: null,
    agent: null,
  })
  const [animal] = await sql<{ id: number }[]>`select min(id) as id from animals`
  return { token, organisationId, farmId, animalId: animal?.id ?? 0 }
}
