import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { machineNow } from '../clock.ts'
import { type Job, Jobs } from '../jobs.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'

let dataDir: string
let app: TestApp
let jobs: Job[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drover jobs '))
  const start = vi.spyOn(Jobs.prototype, 'start')
  app = await openTestApp({ environment: { DATA_DIR: dataDir } })
  jobs = start.mock.calls.map(([job]) => job)
  start.mockRestore()
}, 60_000)
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true })
})

test('gives each job a unique name, shared by all processes', () => {
  const names = jobs.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(10)
  expect(names).toEqual([...new Set(names)])
})

test('removes sizes of unreferenced pictures hourly in each process’s data directory', async () => {
  const folder = join(dataDir, 'media')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${'a'.repeat(64)}-320.webp`), 'x')
  const job = jobs.find(({ name }) => name === 'sizes of pictures')
  expect(job).toMatchObject({ intervalMs: 3_600_000, runs: 'each' })
  await job?.run(machineNow(), () => false)
  expect(await readdir(folder)).toEqual([])
})
