import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClock, type Clock } from '../clock.ts'
import { connect, type Sql } from '../db/connect.ts'
import { claimDataDirectory } from '../db/embedded/dataDirectory.ts'
import { startPostgres, type EmbeddedPostgres } from '../db/embedded/postgres.ts'
import { signal } from '../db/embedded/processes.ts'
import { migrate } from '../db/schema/migrate.ts'
import { createReadingWriter, type ReadingWriter } from '../db/readings/writer.ts'
import { Faults } from '../faults.ts'
import { Herd } from '../herd/herd.ts'
import { buildRegistry, type Source } from '../herd/registry.ts'
import { Pipeline } from './pipeline.ts'
import { Receiver } from './receiver.ts'

const log = pino({ level: 'silent' })
const source: Source = {
  id: 1,
  name: 'site',
  secretHash: '',
  adapters: new Set(['json']),
  farmIds: null,
  takesQueryToken: false,
}
const gateway = 'AC'
const start = Date.UTC(2026, 4, 1)
const neckbands = 3_000
const instants = 20
const perMessage = 100

let dataDir = ''
let postgres: EmbeddedPostgres
let sql: Sql
let clock: Clock
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drover-killed-'))
  await claimDataDirectory(dataDir)
  postgres = await startPostgres({ dataDir, log })
  sql = connect({ target: postgres.target, connections: 2 })
  await migrate(sql)
  clock = createClock()
  clock.hold(start + 60_000)
}, 60_000)
afterAll(async () => {
  clock.stop()
  await sql.end({ timeout: 1 })
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Kills a process of the database, if it is still there. */
function kill(pid: number | null | undefined): void {
  if (pid != null) signal(pid, 'SIGKILL')
}

/** A writer whose database is killed at some of its writes, as soon as two batches are on their way. */
function killing(writer: ReadingWriter, kills: Map<number, () => void>): ReadingWriter {
  let writes = 0
  let running = 0
  return {
    close: () => writer.close(),
    async write(...batch) {
      writes++
      running++
      const written = writer.write(...batch).finally(() => running--)
      for (const [least, strike] of kills) {
        if (writes < least || running < 2) continue
        kills.delete(least)
        // Not before it is with the database; how far it gets there is not ours to say.
        setTimeout(strike, 10)
      }
      return written
    },
  }
}

test(
  'stores each acknowledged reading once while the database is killed',
  { tags: 'long', timeout: 120_000 },
  async () => {
    const herd = new Herd()
    const gateways = [{ id: 2, mac: gateway, name: null, farmId: 0, penId: null, heardAt: null }]
    const spares = Array.from({ length: neckbands }, (_, i) => ({ id: i + 1, deviceId: `N${i + 1}` }))
    herd.registry = buildRegistry({ farms: [], pens: [], gateways, animals: [], spares, sources: [] }, herd.registry)
    herd.registry.sources.set(source.id, source)
    const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    let downs = 0
    const kills = new Map([
      // A process that is killed takes all the others of its server with it.
      [3, () => kill(backend?.pid)],
      [7, () => kill(postgres.pid())],
    ])
    const pipeline = new Pipeline({
      log,
      herd,
      writer: killing(createReadingWriter({ target: postgres.target }), kills),
      maxAgeMs: 86_400_000,
      refresh: () => Promise.resolve(),
      faults: new Faults(log),
      onReading: () => {},
      onVersions: () => {},
      onBatch: () => {},
      onRejected: () => {},
      onStored: () => {},
      onDatabase: (up) => void (up || downs++),
    })
    const receiver = new Receiver({ clock, registry: () => herd.registry, intake: pipeline })
    const sent = []
    for (let i = 0; i < instants; i++) {
      for (let first = 1; first <= neckbands; first += perMessage) {
        const readings = Array.from({ length: perMessage }, (_, k) => ({
          neckband: `N${first + k}`,
          at: start + i * 1000,
        }))
        sent.push(receiver.receive(source, 'json', 'topic', null, Buffer.from(JSON.stringify({ gateway, readings }))))
      }
    }
    pipeline.start()
    const outcomes = await Promise.all(sent)
    await pipeline.stop()

    expect([kills.size, downs > 0]).toEqual([0, true])
    expect(
      outcomes.filter((outcome) => outcome.kind !== 'read' || outcome.stored + outcome.duplicate !== perMessage),
    ).toEqual([])
    await expect
      .poll(
        () =>
          sql`select 1`.then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    const [stored] = await sql<{ readings: number; apart: number }[]>`
    select count(*) as readings, count(distinct (neckband_id, at)) as apart from readings`
    expect(stored).toEqual({ readings: neckbands * instants, apart: neckbands * instants })
    const newest = start + (instants - 1) * 1000
    expect(spares.filter(({ id }) => herd.neckband(id)?.heardAt !== newest)).toEqual([])
  },
)
