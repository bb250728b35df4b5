import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import { sceneSchema } from '#contract/herd/monitor.ts'
import { machineNow } from '../../clock.ts'
import { addDemoProject, demoPassword } from '../../demo/demoAccounts.ts'
import { openTestApp, testStart, type TestApp } from '../../testing/testApp.ts'

let test: TestApp
const organisations = { bank: 2, supervisor: 3, borrowers: [4, 5] as [number, number] }

beforeAll(async () => {
  test = await openTestApp()
  const square = {
    type: 'Polygon',
    coordinates: [
      [
        [116.2, 44],
        [116.21, 44],
        [116.21, 44.01],
        [116.2, 44.01],
        [116.2, 44],
      ],
    ],
  }
  const other = await test.data(
    'PUT',
    endpoints.farms.addOrEdit.path,
    { name: '乌兰图嘎', borrowerOrgId: 5, boundary: square },
    z.object({ id: z.number() }),
  )
  await addDemoProject(test.sql, organisations, [test.farmId, other.id], testStart - 1)
}, 60_000)
afterAll(() => test.close())

async function projectOf(userName: string) {
  const login = await fetch(new URL('/collateral/common/auth/login/user', test.app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'account', userName, password: demoPassword }),
  })
  const { token } = z.object({ data: z.object({ token: z.string() }) }).parse(await login.json()).data
  const response = await fetch(new URL(endpoints.monitor.scene.path, test.app.url), {
    headers: { 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()) },
  })
  return z.object({ data: sceneSchema }).parse(await response.json()).data.projects[0]
}

it('returns a project’s total farms alongside those the caller may watch', async () => {
  expect(await projectOf('bank')).toMatchObject({
    contractHeadcount: 1240,
    farms: 2,
    left: 0,
    farmIds: [test.farmId, expect.any(Number)],
  })
  expect(await projectOf('borrower')).toMatchObject({ farms: 2, farmIds: [test.farmId] })
})

it('counts heads that left since the start, without deleted records', async () => {
  const [sold, mistaken] = test.animalIds
  await test.sql`update animals set status = 'SOLD', in_herd_to = ${testStart + 1000} where id = ${sold ?? 0}`
  await test.sql`update animals set deleted_at = now(), in_herd_to = ${testStart + 1000} where id = ${mistaken ?? 0}`
  expect(await projectOf('bank')).toMatchObject({ left: 1 })
})
