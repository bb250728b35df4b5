import { mkdtemp, rm } from 'node:fs/promises'
import { connect as openSocket, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createClock, type Clock } from '../../clock.ts'
import { createEvents } from '../../events.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { Health } from './health.ts'

let database: TestDatabase
let clock: Clock
const events = createEvents({ error: () => {} })
beforeAll(async () => {
  database = await openTestDatabase()
  clock = createClock()
  clock.hold(1000)
})
afterAll(async () => {
  clock.stop()
  await database.close()
})

it('emits each change once', async () => {
  const health = new Health(clock, {
    sql: database.sql,
    target: database.target,
    dataDir: '/tmp',
    events,
    listening: { reportPart() {} },
  })
  const reports: unknown[] = []
  onTestFinished(events.on('healthChanged', () => void reports.push([health.parts.database.up, health.parts.broker])))
  health.setBroker(null)
  health.setStoring(false)
  health.setStoring(false)
  await clock.moveTo(2000)
  health.setBroker('NO_SOURCE')
  await clock.moveTo(3000)
  health.setBroker('UNREACHABLE')
  await health.probe()
  health.setStoring(true)
  expect(reports).toEqual([
    [true, { up: true, since: 1000 }],
    [false, { up: true, since: 1000 }],
    [false, { up: false, since: 2000, fault: 'NO_SOURCE' }],
    [false, { up: false, since: 2000, fault: 'UNREACHABLE' }],
    [true, { up: false, since: 2000, fault: 'UNREACHABLE' }],
  ])
})

it('reports a database that accepts no new connections', { tags: 'long' }, async () => {
  const socketDir = await mkdtemp(join(tmpdir(), 'drover-socket-'))
  const socketName = '.s.PGSQL.5432'
  let isStopped = true
  const sockets: Socket[] = []
  // As the kernel does for a stopped process, it accepts connections; answering them is another matter.
  const socketServer = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    if (isStopped) return
    const inner = openSocket(join(database.target.socketDir, socketName))
    sockets.push(inner.on('error', () => {}))
    socket.pipe(inner).pipe(socket)
  })
  await new Promise<void>((resolve) => void socketServer.listen(join(socketDir, socketName), resolve))
  const health = new Health(clock, {
    sql: database.sql,
    target: { ...database.target, socketDir },
    dataDir: '/tmp',
    events,
    listening: { reportPart() {} },
  })
  health.setBroker(null)
  const reports: unknown[] = []
  onTestFinished(events.on('healthChanged', () => void reports.push(health.screenStatus.database)))
  const since = clock.now()
  for (const stopped of [true, false]) {
    isStopped = stopped
    await Promise.all([health.probe(), health.probeConnections()])
    expect(health.missing).toEqual(stopped ? ['connections'] : [])
  }
  expect(reports).toEqual([
    { up: true, since, closedSince: since },
    { up: true, since },
  ])
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => void socketServer.close(resolve))
  await rm(socketDir, { recursive: true })
})
