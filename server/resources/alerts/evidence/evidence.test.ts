import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { alertEvidencePath } from '#contract/alerts/alertEvidence.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { imageUploadPath } from '#contract/calls/images.ts'
import { machineNow } from '../../../clock.ts'
import { clearAlerts, raiseAlerts } from '../../../db/alerts.ts'
import { languages } from '../../../languages.ts'
import { checkPack } from '../../../exports/evidence/checkPack.ts'
import { readEntries, textOf } from '../../../exports/evidence/readPack.ts'
import { pdfCodes } from '../../../exports/pdf/testPdfCode.ts'
import { pdfPages, pdfText } from '../../../exports/pdf/testPdfText.ts'
import { reportOf } from '../../../exports/evidence/report.ts'
import { evidenceWords } from '../../../exports/evidence/evidenceWords.ts'
import { wordsIn } from '../../../exports/pdf/words.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { insertProject } from '../../herd/projects.ts'
import { makeDays, storeReadings } from '../../herd/hours/testReadings.ts'
import { sealWaiting } from '../../seals/seal.ts'
import { alertReadings } from './evidenceReadings.ts'
import { readEvidence } from './readEvidence.ts'
import { linkNow, sealedLinks } from './sealedLinks.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const minuteMs = 60_000
const web = '/collateral/web'
let world: World
let folder: string
let pm: string
let stranger: string
let bank: string
let start: number
let alertId: number
/** The response with an English evidence pack. */
let packResponse: LightMyRequestResponse
const ids: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0
const at = (minutes: number) => start + minutes * minuteMs

const save = async (noun: string, body: object) =>
  (await world.call<{ id: number }>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)).data.id
const take = (token: string, alert = alertId, language = 'en-US') =>
  world.server.inject({
    method: 'POST',
    url: alertEvidencePath.replace('{id}', String(alert)),
    headers: { 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()), 'accept-language': language },
  })

/** Writes a downloaded pack to disk and reads its entries. */
async function open(bytes: Buffer) {
  const path = join(folder, `${createHash('sha256').update(bytes).digest('hex')}.zip`)
  await writeFile(path, bytes)
  const entries = await readEntries(path)
  const find = (name: string) => entries.find((entry) => entry.path === name)
  const bytesOf = async (name: string) =>
    Buffer.concat(await Array.fromAsync((find(name)?.content() ?? []) as AsyncIterable<Buffer>))
  return {
    path,
    entries,
    names: entries.map((entry) => entry.path),
    bytesOf,
    text: async (name: string) => (await bytesOf(name)).toString('utf8'),
  }
}

beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'drover evidence '))
  const { clock } = world.context
  start = clock.now()
  await makeDays(world, start, start + 24 * 60 * minuteMs)
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  stranger = await world.user('other', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
  bank = await world.user('bank', 'BANK_USER', await world.organisation('BANK', 'C'))
  ids['farm'] = await save('farm', { name: '敖包牧场', timeZone: 'Asia/Shanghai', boundary: square(116, 44, 0.01) })
  ids['pen'] = await save('farmSlot', { name: '3 号圈', farmId: id('farm'), polygon: square(116, 44) })
  for (const [place, name] of ['01', '02'].entries()) {
    ids[name] = await save('animal', { visualTag: `100${name}`, farmId: id('farm'), farmSlotId: id('pen') })
    ids[`band ${name}`] = await save('neckband', { deviceId: `AC233F0000A${place + 1}`, animalId: id(name) })
  }
  await storeReadings(world, [
    // Some lie before and after the time range of the pack.
    ...Array.from({ length: 301 }, (_, minute) => ({
      neckbandId: id('band 01'),
      at: at(minute),
      longitude: 116 + minute * 0.00001,
      latitude: 44 + minute * 0.00001,
    })),
    { neckbandId: id('band 02'), at: at(120), longitude: 116, latitude: 44 },
  ])
  const [raised] = await raiseAlerts(world.sql, [
    {
      kind: 'LEFT_PEN',
      severity: 'CRITICAL',
      subjectType: 'ANIMAL',
      subjectId: id('01'),
      subjectName: '10001',
      farmId: id('farm'),
      penId: id('pen'),
      animalId: id('01'),
      raisedAt: at(121),
      sinceAt: at(120),
      detail: { metresOutside: 180, longitude: 116.0012, latitude: 44.0012 },
    },
  ])
  alertId = raised?.id ?? 0
  await clock.moveTo(at(130))
  const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#486' } })
    .jpeg()
    .toBuffer()
  const upload = await world.server.inject({
    method: 'POST',
    url: imageUploadPath,
    headers: { 'x-auth-token': pm, 'content-type': 'image/jpeg' },
    payload: photo,
  })
  await world.call(pm, 'POST', `${web}/alert/${alertId}/comment`, { text: '=已派人去找 😀' })
  await world.call<Alert>(pm, 'POST', `${web}/alert/${alertId}/close`, {
    code: 'THEFT',
    text: 'fence was cut',
    imageIds: [upload.json<{ data: { id: string } }>().data.id],
  })
  await clearAlerts(world.sql, [{ id: alertId, at: at(140), because: null }])
  await clock.moveTo(at(400))
  await sealWaiting(world.sql, { publicUrl: '' }, Date.UTC(2026, 4, 1, 13))
  packResponse = await take(pm)
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

describe('evidence pack', () => {
  test('has report, readings around the alert, decisions, photos and hashes', async () => {
    expect([
      packResponse.statusCode,
      packResponse.headers['content-type'],
      packResponse.headers['content-disposition'],
      packResponse.headers['cache-control'],
    ]).toEqual([
      200,
      'application/zip',
      `attachment; filename="alert-${alertId}-evidence.zip"; filename*=UTF-8''alert-${alertId}-evidence.zip`,
      'no-store',
    ])
    const pack = await open(packResponse.rawPayload)
    expect(pack.names).toEqual([
      'report.pdf',
      'readings.csv',
      'decisions.csv',
      'decisions.json',
      'photos/01.webp',
      'README.txt',
      'manifest.json',
      'SHA256SUMS',
    ])
    const { manifest, manifestHash, files } = await checkPack(pack.entries)
    expect([manifest.alertId, manifest.madeBy, files]).toEqual([alertId, 'pm', 7])

    const [titles = '', ...rows] = (await pack.text('readings.csv')).replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(titles.split(',').slice(0, 4)).toEqual(['Time (UTC)', 'Time (Asia/Shanghai)', 'Received (UTC)', 'Neckband'])
    // From one hour before it began to one hour after it cleared, for this neckband only.
    expect(rows).toHaveLength(200 - 60 + 1)
    expect(rows[0]?.split(',').slice(0, 2)).toEqual(['2026-05-01T13:00:00.000Z', '2026-05-01 21:00:00'])
    expect(rows.at(-1)?.split(',')[0]).toBe('2026-05-01T15:20:00.000Z')
    expect(rows.filter((row) => !row.includes('AC233F0000A1'))).toEqual([])

    const decisions = await pack.text('decisions.csv')
    for (const part of ['Raised · 180 m outside', 'Comment', `'=已派人去找`, 'Closed · Theft', 'Cleared'])
      expect(decisions).toContain(part)
    expect(JSON.parse(await pack.text('decisions.json'))).toMatchObject({
      alert: { id: alertId, closeCode: 'THEFT' },
      animal: { visualTag: '10001' },
      rule: { kind: 'LEFT_PEN' },
      timeline: { closeText: 'fence was cut' },
    })
    const [storedPhoto] = await world.sql<
      { hash: string }[]
    >`select f.hash from files f join alert_photos p on p.image_id = f.id where p.alert_id = ${alertId}`
    expect(
      createHash('sha256')
        .update(await pack.bytesOf('photos/01.webp'))
        .digest('hex'),
    ).toBe(storedPhoto?.hash)

    const notes = await world.sql<
      { detail: { manifest: string; readings: number } }[]
    >`select detail from audit_entries where action = 'TAKE_EVIDENCE' and noun_id = ${alertId}`
    expect(notes.map(({ detail }) => detail)).toEqual([{ manifest: manifestHash, readings: 141 }])
    await world.context.securityLog.settled()
    expect(await world.sql`select what from security_events where kind = 'EXPORT'`).toMatchObject([
      { what: `zip alert ${alertId} manifest ${manifestHash}` },
    ])
    await vi.waitFor(async () => expect(await readdir(join(world.context.settings.DATA_DIR, 'uploads'))).toEqual([]))
  })

  test('has a report in English with searchable text', async () => {
    const text = await checkedReport(packResponse.rawPayload)
    for (const part of [
      'Evidence for alert: Left pen, 10001',
      'fence was cut',
      'when an animal is more than 3 m outside its pen',
      'Sealed record',
      'page 1 of',
    ])
      expect(text).toContain(part)
  })

  test('has a report in Chinese with searchable text', { tags: 'long' }, async () => {
    const text = await checkedReport((await take(pm, alertId, 'zh-CN')).rawPayload)
    for (const part of ['告警证据：离开圈舍，10001', '已派人去找', '现场照片', '封存记录', '敖包牧场'])
      expect(text).toContain(part)
  })

  /** Checks the report of a pack. @returns its text in one line */
  async function checkedReport(bytes: Buffer): Promise<string> {
    const pack = await open(bytes)
    const pdf = await pack.bytesOf('report.pdf')
    const text = pdfText(pdf)
    // No letter is lost: those missing in the typeface are shown as 〓.
    expect(text).not.toContain('\uFFFD')
    expect(text).toContain('〓')
    expect(text).toContain(
      createHash('sha256')
        .update(await pack.bytesOf('photos/01.webp'))
        .digest('hex')
        .slice(0, 20),
    )
    // Only the used part of a typeface of 8 MB is embedded.
    expect(pdf.length).toBeLessThan(400_000)
    return text.replaceAll(/\s+/g, ' ')
  }

  test.each(languages)('has translations for all its texts in %s', async (language) => {
    const caller = await world.sessions.authenticate(pm)
    if (!caller) throw new Error('nobody is signed in')
    const facts = await readEvidence(world.context, { ...caller, address: '' }, alertId)
    const words = wordsIn(evidenceWords, language, facts.farm.timeZone)
    const report = reportOf(facts, {
      words,
      span: { from: at(0), to: at(1), rows: 1, isCut: false },
      fixes: [
        [116, 44, at(0)],
        [116, 44, at(1)],
      ],
      publicUrl: '',
      files: [],
      photos: [''],
    })
    // A missing text would appear as its id.
    expect(
      JSON.stringify(report).match(
        /"[^"]*\b(?:alert|rule|delivery|telling|join|alertEvent|closeCode|severity)\.[A-Za-z]+[^"]*"/g,
      ),
    ).toBeNull()
    expect(report.blocks.map(({ kind }) => kind)).toContain('track')
  })

  test('names no other loan of the farm for a loan alert', async () => {
    const caller = await world.sessions.authenticate(pm)
    if (!caller) throw new Error('nobody is signed in')
    const bankOrg = await world.organisation('BANK', 'D')
    const projects: number[] = []
    for (const code of ['first', 'second']) {
      projects.push(
        await insertProject(world.sql, {
          code,
          name: code,
          bankOrgId: bankOrg,
          borrowerOrgId: null,
          supervisorOrgId: caller.organisationId ?? 0,
          contractHeadcount: 1,
          loanAmount: '1',
          status: 'ACTIVE',
          startsOn: '2026-01-01',
          endsOn: '2026-12-31',
          farmIds: [id('farm')],
          createdAt: start,
        }),
      )
    }
    const [projectId = 0] = projects
    const about = {
      subjectType: 'PROJECT',
      subjectId: projectId,
      subjectName: 'first',
      farmId: id('farm'),
      penId: null,
      animalId: null,
    } as const
    const [alert] = await raiseAlerts(world.sql, [
      { kind: 'COVERAGE_LOW', severity: 'MAJOR', ...about, raisedAt: at(0), sinceAt: at(0), detail: {} },
    ])
    const facts = await readEvidence(world.context, { ...caller, address: '' }, alert?.id ?? 0)
    expect([facts.rule?.projects.map(({ id }) => id), facts.projects.map(({ id }) => id)]).toEqual([
      [projectId],
      [projectId],
    ])
    await world.sql`update projects set status = 'CLOSED' where id = any(${projects}::bigint[])`
  })

  test('lists its sealed rows, whose hashes reveal a changed row', async () => {
    await sealWaiting(world.sql, { publicUrl: '' }, Date.UTC(2026, 4, 2, 0, 5))
    const key = String(alertId)
    const sealed = await sealedLinks(world.sql, [
      { source: 'alerts', key },
      { source: 'alert_closures', key },
    ])
    expect(sealed).toMatchObject([
      // It cleared a moment ago and may still be reopened.
      { source: 'alerts', state: 'OPEN', place: null },
      {
        source: 'alert_closures',
        key,
        state: 'SEALED',
        root: expect.stringMatching(/^[0-9a-f]{64}$/),
        day: '2026-05-01',
      },
    ])
    const { manifest } = await checkPack((await open(packResponse.rawPayload)).entries)
    expect(manifest.sealed.map(({ source }) => source)).toEqual([
      'alerts',
      'alert_settlings',
      'alert_acknowledgements',
      'alert_closures',
      'alert_photos',
      'files',
    ])
    const closure = manifest.sealed.find(({ source }) => source === 'alert_closures')
    const now = await linkNow(world.sql, { source: 'alert_closures', key })
    expect(now).toEqual({ place: closure?.place, hash: closure?.hash, rowHash: closure?.rowHash })
    await world.sql`update alerts set close_text = 'nothing' where id = ${alertId}`
    expect((await linkNow(world.sql, { source: 'alert_closures', key }))?.rowHash).not.toBe(closure?.rowHash)
    await world.sql`update alerts set close_text = 'fence was cut' where id = ${alertId}`
  })

  test('shows the newest seal of its rows with address and code', { tags: 'long' }, async () => {
    const pdfOf = async (answer: LightMyRequestResponse) => (await open(answer.rawPayload)).bytesOf('report.pdf')
    // It was made on the day its rows belong to; a day gets its seal only when it is over.
    const early = await pdfOf(packResponse)
    expect(pdfText(early)).toContain('The records in this report don’t have a seal yet')
    expect(pdfText(early)).not.toContain('/verify/')
    expect(await pdfCodes(early, 0)).toEqual([])

    const [seal] = await world.sql<{ root: string }[]>`select root from seals order by day desc limit 1`
    const address = `https://drover.test/verify/${seal?.root}`
    const answer = await take(pm)
    const pdf = await pdfOf(answer)
    const [page = ''] = pdfText(pdf).split('\n')
    for (const part of [
      address,
      `The page should show this seal: ${seal?.root}`,
      'the end of 2026-05-01 (UTC)',
      'It contains 4 of the 6 records',
    ])
      expect(page).toContain(part)
    expect(await pdfCodes(pdf, 0)).toEqual([address])
    expect(pdfPages(pdf).length).toBeGreaterThan(1)
    expect((await world.call('', 'GET', `/collateral/common/seal/${seal?.root}`)).data).toMatchObject({
      day: '2026-05-01',
      isIntact: true,
    })
  })

  test('is rejected when an entry is missing, changed or added', async () => {
    const pack = await open(packResponse.rawPayload)
    const broken = (change: (path: string) => string | null) =>
      checkPack(
        pack.entries.flatMap((entry) => {
          const path = change(entry.path)
          return path === null ? [] : [{ ...entry, path }]
        }),
      )
    await expect(broken((path) => (path === 'readings.csv' ? null : path))).rejects.toThrow('readings.csv is missing')
    await expect(
      broken((path) => ({ 'decisions.csv': 'readings.csv', 'readings.csv': 'decisions.csv' })[path] ?? path),
    ).rejects.toThrow('readings.csv was changed')
    await expect(
      checkPack([...pack.entries, { path: 'photos/02.webp', content: pack.entries[0]!.content }]),
    ).rejects.toThrow('photos/02.webp was put in')
    await writeFile(pack.path, (await readFile(pack.path)).subarray(0, 1000))
    await expect(readEntries(pack.path)).rejects.toThrow('it is no ZIP')
  })
})

test('refuses users who cannot see the alert', async () => {
  const outcome = async (token: string, alert = alertId) => {
    const answer = await take(token, alert)
    return [answer.statusCode, answer.json<{ error: { code: string } }>().error.code]
  }
  expect(await outcome(stranger)).toEqual([404, 'NOT_FOUND'])
  expect(await outcome(bank)).toEqual([403, 'NOT_ALLOWED'])
  expect(await outcome('')).toEqual([401, 'NOT_SIGNED_IN'])
  expect(await outcome(pm, 999_999)).toEqual([404, 'NOT_FOUND'])
  expect(await readdir(join(world.context.settings.DATA_DIR, 'uploads'))).toEqual([])
})

test('makes one pack at a time per account', { tags: 'long' }, async () => {
  const answers = await Promise.all([take(pm), take(pm)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 503])
})

test('keeps the earliest readings when there are too many', async () => {
  const [alert] = (await world.call<{ list: Alert[] }>(pm, 'POST', `${web}/alert/list`, {})).data.list
  const caller = await world.sessions.authenticate(pm)
  if (!alert || !caller) throw new Error('there is no alert')
  await world.sql.begin(async (transaction) => {
    const now = world.context.clock.now()
    const { portions, span } = alertReadings(transaction, { ...caller, address: '' }, alert, now, 100)
    expect((await Array.fromAsync(portions)).flat()).toHaveLength(100)
    expect(span()).toEqual({ from: at(60), to: at(159), rows: 100, isCut: true })
  })
})

test('rejects a text longer than the limit', async () => {
  const [first] = (await open(packResponse.rawPayload)).entries
  if (!first) throw new Error('there is no file')
  await expect(textOf(first.content(), 100)).rejects.toThrow('it is too long')
})
