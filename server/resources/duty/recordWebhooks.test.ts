import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlerts } from '../../db/alerts.ts'
import { channelTransports } from '../../notify/channels/channels.ts'
import { signatureOf } from '../../notify/channels/webhook.ts'
import { createDelivery } from '../../notify/delivery.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { insertClose } from '../projects/headcount/dayCloses.ts'
import { addTestProject, pledge, post, type TestProject } from '../projects/testLedger.ts'
import { createChannelPost } from './channelPost.ts'
import { reportRecordEvents } from './recordWebhooks.ts'

const secret = 'a secret of the webhook'
let world: World
let project: TestProject
let address = ''
interface Received {
  body: string
  signature: string
  timestamp: string
  path: string
}
const received: Received[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => void (body += part))
  request.on('end', () => {
    received.push({
      body,
      path: request.url ?? '',
      signature: String(request.headers['x-drover-signature']),
      timestamp: String(request.headers['x-drover-timestamp']),
    })
    response.end()
  })
})

beforeAll(async () => {
  world = await openWorld()
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  project = await addTestProject(world, 'A')
  await reportRecordEvents(world.context)
  for (const [place, sql] of [
    world.sql<{ id: number }[]>`select bank_org_id as id from projects where id = ${project.id}`,
    world.sql<
      { id: number }[]
    >`select bank_org_id as id from projects where id = ${(await addTestProject(world, 'B')).id}`,
  ].entries()) {
    const [bank] = await sql
    const admin = await world.user(`admin${place}`, 'ADMIN_BANK', bank?.id ?? 0)
    const { status, error } = await world.call(admin, 'PUT', '/collateral/web/alertChannel/addOrEdit', {
      kind: 'WEBHOOK',
      name: 'Core banking',
      severities: [],
      events: ['LEDGER_ENTRY', 'COVERAGE', 'DAY_CLOSE'],
      language: 'en-US',
      isEnabled: true,
      address: `${address}/bank${place}`,
      secret,
    })
    if (status !== 200) throw new Error(JSON.stringify(error))
  }
  await reportRecordEvents(world.context)
})
afterAll(async () => {
  await new Promise((resolve) => receiver.close(resolve))
  await world.close()
})

async function deliver(): Promise<Received[]> {
  received.length = 0
  await reportRecordEvents(world.context)
  await reportRecordEvents(world.context)
  const { sql, secrets, log } = world.context
  const transports = channelTransports({ sql, secrets, post: createChannelPost(['loopback']) })
  const delivery = createDelivery({ sql, log, transports, onResult: () => {} })
  await delivery.deliver('WEBHOOK')
  delivery.close()
  return received.filter(({ path }) => path === '/bank0')
}
const factsOf = ({ body }: Received) =>
  JSON.parse(body) as { event: string; title: string; record: Record<string, unknown> }

test('sends a ledger entry once, signed, to the bank of its project', async () => {
  const at = world.context.clock.now()
  const [animal] = await world.sql<{ id: number }[]>`
    insert into animals (visual_tag, farm_id, category_id, in_herd_from, updated_at)
    values ('A-new', ${project.farmId}, (select min(id) from lookups where kind = 'CATEGORY'), ${at}, ${at}) returning id`
  const pledgeIds = await pledge(world.context.sql, project.id, project.lineIds[0], [animal?.id ?? 0], at)
  const [entryId] = await post(world, [
    {
      projectId: project.id,
      lineId: project.lineIds[0],
      kind: 'PURCHASE',
      pledgeIds,
      adds: true,
      reason: 'r',
      happenedAt: at,
    },
  ])
  const [message, ...others] = await deliver()
  expect(others).toEqual([])
  if (message === undefined) throw new Error('nothing came')
  expect(message.signature).toBe(signatureOf(secret, message.timestamp, message.body))
  expect(factsOf(message)).toMatchObject({
    event: 'LEDGER_ENTRY',
    title: 'A: the headcount ledger changed',
    record: {
      id: entryId,
      projectId: project.id,
      projectCode: 'A',
      kind: 'PURCHASE',
      heads: 1,
      happenedAt: '2026-05-01T12:00:00.000Z',
    },
  })
  expect(received.filter(({ path, body }) => path === '/bank1' && body.includes('"projectCode":"A"'))).toEqual([])
  const { data } = await world.call<{ list: object[] }>(
    await world.signIn('admin0'),
    'POST',
    '/collateral/web/alertDelivery/list',
    {},
  )
  expect(data.list).toMatchObject([
    {
      reason: 'RECORD',
      state: 'SENT',
      recipient: 'Core banking',
      record: { kind: 'LEDGER_ENTRY', subjectId: entryId },
    },
  ])
  expect(await deliver()).toEqual([])
})

test('sends a closed day and a coverage line crossed and left', async () => {
  const at = world.context.clock.now()
  await insertClose(world.sql, {
    id: project.id,
    day: '2026-05-01',
    windowMinutes: 60,
    contracted: 6,
    ledger: 7,
    heard: 7,
    unverified: 0,
    unaccounted: 0,
    handCount: null,
    value: '42000.10',
    balance: '30000.00',
    ratio: '1.4',
    note: '',
    closedBy: await world.idOf('A.pm'),
    closedAt: at,
  })
  const [alert] = await raiseAlerts(world.sql, [
    {
      kind: 'COVERAGE_LOW',
      severity: 'MAJOR',
      subjectType: 'PROJECT',
      subjectId: project.id,
      subjectName: 'A',
      farmId: project.farmId,
      penId: null,
      animalId: null,
      raisedAt: at,
      sinceAt: at,
      detail: {},
    },
  ])
  await world.sql`update alerts set cleared_at = now() where id = ${alert?.id ?? 0}`
  const facts = (await deliver()).map(factsOf)
  expect(facts).toHaveLength(3)
  expect(facts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        event: 'DAY_CLOSE',
        record: expect.objectContaining({ eligibleValue: '42000.10', day: '2026-05-01' }),
      }),
      expect.objectContaining({
        event: 'COVERAGE',
        record: expect.objectContaining({ what: 'RAISED', severity: 'MAJOR' }),
      }),
      expect.objectContaining({ event: 'COVERAGE', record: expect.objectContaining({ what: 'CLEARED' }) }),
    ]),
  )
})

test('rejects a channel that reports nothing', async () => {
  const { status, error } = await world.call(
    await world.signIn('admin0'),
    'PUT',
    '/collateral/web/alertChannel/addOrEdit',
    {
      kind: 'WECOM',
      name: 'n',
      severities: [],
      language: 'en-US',
      isEnabled: true,
      address: 'https://example.com/x',
    },
  )
  expect([status, error.fields]).toEqual([400, { severities: 'required' }])
})

test('keeps events of an edit that omits them', async () => {
  const token = await world.signIn('admin0')
  const { data } = await world.call<{ list: { id: number; version: number; events: string[] }[] }>(
    token,
    'POST',
    '/collateral/web/alertChannel/list',
    {},
  )
  const [channel] = data.list
  const saved = await world.call<{ events: string[] }>(token, 'PUT', '/collateral/web/alertChannel/addOrEdit', {
    id: channel?.id,
    version: channel?.version,
    kind: 'WEBHOOK',
    name: 'Renamed',
    severities: ['CRITICAL'],
    language: 'en-US',
    isEnabled: true,
  })
  expect(saved.data.events).toEqual(['LEDGER_ENTRY', 'COVERAGE', 'DAY_CLOSE'])
})
