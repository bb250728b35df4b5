import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { alertEvidencePath } from '#contract/alerts/alertEvidence.ts'
import { machineNow } from '../../clock.ts'
import { raiseAlerts } from '../../db/alerts.ts'
import { sealWaiting } from '../../resources/seals/seal.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { verifyPack } from './verifyPack.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const web = '/collateral/web'
let world: World
let folder: string
let path: string
let id: number

beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'drover pack '))
  const pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  const farmId = (
    await world.call<{ id: number }>(pm, 'PUT', `${web}/farm/addOrEdit`, { name: 'North', boundary: square(116, 44) })
  ).data.id
  const now = world.context.clock.now()
  const [alert] = await raiseAlerts(world.sql, [
    {
      kind: 'SITE_OUTAGE',
      severity: 'MAJOR',
      subjectType: 'FARM',
      subjectId: farmId,
      subjectName: 'North',
      farmId,
      penId: null,
      animalId: null,
      raisedAt: now,
      sinceAt: now,
      detail: { silent: 3 },
    },
  ])
  id = alert?.id ?? 0
  await world.call(pm, 'POST', `${web}/alert/${id}/close`, { code: 'FALSE_ALARM', text: 'a storm' })
  await sealWaiting(world.sql, { publicUrl: '' }, now)
  const answer = await world.server.inject({
    method: 'POST',
    url: alertEvidencePath.replace('{id}', String(id)),
    headers: { 'x-auth-token': pm, 'x-auth-timestamp': String(machineNow()) },
  })
  path = join(folder, 'pack.zip')
  await writeFile(path, answer.rawPayload)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

test('compares a pack with its download and the sealed record', async () => {
  expect(await verifyPack(world.sql, path)).toMatch(
    /^The pack is as pm took it on \S+Z: 6 files, of alert \d+, 2 rows in the sealed record\.$/,
  )
  await world.sql`update alerts set close_text = 'nothing' where id = ${id}`
  await expect(verifyPack(world.sql, path)).rejects.toThrow(`alert_closures ${id} was changed since it was sealed`)
  await world.sql`update alerts set close_text = 'a storm' where id = ${id}`
  await world.sql`alter table audit_entries disable trigger user`
  await world.sql`delete from audit_entries where action = 'TAKE_EVIDENCE'`
  await expect(verifyPack(world.sql, path)).rejects.toThrow('nobody took a pack with this manifest.json here')
  await writeFile(path, 'no ZIP')
  await expect(verifyPack(world.sql, path)).rejects.toThrow('it is no ZIP')
  await expect(verifyPack(world.sql, join(folder, 'none.zip'))).rejects.toThrow('no such file')
})
