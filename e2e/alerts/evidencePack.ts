import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inflateRawSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { expect, type Stray } from '../fixtures.ts'
import { signInDemo } from '../people.ts'
import type { Product } from '../product.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Adds an animal to the collateral of the demo's project: its manager requests it and its bank approves. */
export async function pledge(product: Product, { animalId, farmId }: Stray): Promise<void> {
  const pm = openCalls(product.url, (await signInDemo(product, 'pm')).token)
  const bank = openCalls(product.url, (await signInDemo(product, 'bank')).token)
  const id = (await pm(endpoints.monitor.scene, {})).projects.find(({ farmIds }) => farmIds.includes(farmId))?.id ?? 0
  const { list } = await pm(endpoints.collateral.list, { id, status: ['ACTIVE'] })
  const animal = await pm(endpoints.animals.detail, { id: animalId })
  const line = list.find(({ categoryId }) => categoryId === animal.categoryId) ?? list[0]
  if (line === undefined) throw new Error('the demo has no collateral')
  if (animal.categoryId !== line.categoryId)
    await pm(endpoints.animals.editAll, { ids: [animalId], categoryId: line.categoryId, reason: '补登' })
  const { ticketId } = await pm(endpoints.collateral.addAnimals, {
    id,
    collateralId: line.id,
    animalIds: [animalId],
    arrival: 'PURCHASE',
    reason: '新购入',
  })
  if (ticketId !== null) await bank(endpoints.tickets.approve, { ticketId, decision: 'APPROVED' })
}

/** Expects an open ledger draft after an alert was closed as theft. */
export async function expectDraft(product: Product, { animalId, farmId }: Stray): Promise<void> {
  const pm = openCalls(product.url, (await signInDemo(product, 'pm')).token)
  const id = (await pm(endpoints.monitor.scene, {})).projects.find(({ farmIds }) => farmIds.includes(farmId))?.id ?? 0
  const { list } = await pm(endpoints.ledgerDrafts.list, { id, state: 'OPEN' })
  expect(list.filter((draft) => draft.animalId === animalId)).toMatchObject([
    { kind: 'THEFT', draftedBy: '监管负责人', reason: '围栏被剪开，有车辙' },
  ])
}

/** Downloads the evidence pack with one click and verifies it by its own hash list, and by the record of the product that made it. */
export async function expectPack(desk: Page, details: Locator, product: Product): Promise<void> {
  const coming = desk.waitForEvent('download', { timeout: 60_000 })
  await details.getByRole('button', { name: '证据包' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^alert-\d+-evidence\.zip$/)
  const path = await download.path()
  const files = unzip(await readFile(path))
  expect([...files.keys()]).toEqual([
    'report.pdf',
    'readings.csv',
    'decisions.csv',
    'decisions.json',
    'photos/01.webp',
    'README.txt',
    'manifest.json',
    'SHA256SUMS',
  ])
  const sums = (files.get('SHA256SUMS')?.toString() ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  '))
  expect(sums.map(([, name]) => name)).toEqual([...files.keys()].filter((name) => name !== 'SHA256SUMS'))
  for (const [hash, name = ''] of sums)
    expect(
      createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex'),
    ).toBe(hash)
  expect(files.get('report.pdf')?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(files.get('readings.csv')?.toString().split('\r\n').length).toBeGreaterThan(3)
  expect(JSON.parse(files.get('decisions.json')?.toString() ?? '')).toMatchObject({
    alert: { closeCode: 'THEFT' },
    ledgerDrafts: [{ kind: 'THEFT', state: 'OPEN' }],
  })
  const { stdout } = await promisify(execFile)(process.execPath, ['server/commands/record/verifyRecord.ts', path], {
    cwd: root,
    env: { ...process.env, DATA_DIR: product.dataDir, LOG_LEVEL: 'warn' },
  })
  expect(stdout).toMatch(/^The pack is as 监管负责人 took it on .*: 7 files/)
}

/** Returns the files of a ZIP listed in its directory. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, name, extra, comment, from] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const start = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28)
    const content = bytes.subarray(start, start + packed)
    files.set(
      bytes.toString('utf8', at + 46, at + 46 + name),
      bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content,
    )
    at += 46 + name + extra + comment
  }
  return files
}
