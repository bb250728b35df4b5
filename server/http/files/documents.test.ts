import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentPath, documentUploadPath, fileNameHeader, maxDocumentBytes } from '#contract/calls/documents.ts'
import { imagePath } from '#contract/calls/images.ts'
import type { User } from '#contract/people/users.ts'
import { newAddress } from '../../auth/testAuth.ts'
import { filesName, uploadsName } from '../../db/embedded/dataDirectory.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { documentName } from './fileNames.ts'

let world: World
const tokens: Record<string, string> = {}
let farm = 0

beforeAll(async () => {
  world = await openWorld()
  const supervisor = await world.organisation('SUPERVISOR', 'Ours')
  tokens['platform'] = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  tokens['pm'] = await world.user('pm', 'SUPERVISOR_PM', supervisor)
  tokens['colleague'] = await world.user('colleague', 'SUPERVISOR_PM', supervisor)
  tokens['stranger'] = await world.user('stranger', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Theirs'))
  const borrower = await world.organisation('BORROWER', 'Borrower')
  tokens['borrower'] = await world.user('borrower', 'ADMIN_BORROWER', borrower)
  const made = await world.call<{ id: number }>(tokens['pm'], 'PUT', '/collateral/web/farm/addOrEdit', {
    name: 'Farm',
    boundary: square(116, 44),
  })
  farm = made.data.id
  await world.sql`update farms set borrower_org_id = ${borrower} where id = ${farm}`
})
beforeEach(() => world.sql`delete from insurance_policies`)
afterAll(() => world.close())

const pdf = (text = 'a policy') => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

async function upload(payload: Buffer, { as = 'pm', type = 'application/pdf', name = 'policy.pdf' } = {}) {
  const response = await world.server.inject({
    method: 'POST',
    url: documentUploadPath,
    remoteAddress: newAddress(),
    headers: {
      'content-type': type,
      [fileNameHeader]: encodeURIComponent(name),
      ...(as !== '' && { 'x-auth-token': tokens[as] }),
    },
    payload,
  })
  const { data, error } = response.json<{ data: { id: string; name: string }; error: { code: string } }>()
  return { status: response.statusCode, id: data?.id ?? '', name: data?.name, code: error?.code }
}
const get = (id: string, as: string, path: string = documentPath) =>
  world.server.inject({
    method: 'GET',
    url: path.replace('{id}', id),
    headers: as === '' ? {} : { 'x-auth-token': tokens[as] ?? '' },
  })
const seenBy = async (id: string, ...people: string[]) =>
  Promise.all(people.map(async (as) => (await get(id, as)).statusCode))
let number = 0
const save = (as: string, documentId: string | null, more: object = {}) =>
  world.call<{ id: number; version: number; documentId: string | null }>(
    tokens[as] ?? '',
    'PUT',
    '/collateral/web/insurance/addOrEdit',
    {
      farmId: farm,
      insurer: 'i',
      number: String(number++),
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      sumPerHead: '1',
      documentId,
      ...more,
    },
  )

describe('a document', () => {
  test('is stored unchanged and downloaded under its name, never shown as page', async () => {
    const content = pdf('保单')
    const { id, name } = await upload(content, { name: '保单 (2026).pdf' })
    expect(name).toBe('保单 (2026).pdf')
    const { statusCode, headers, rawPayload } = await get(id, 'pm')
    expect(statusCode).toBe(200)
    expect(rawPayload.equals(content)).toBe(true)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': `attachment; filename="document.pdf"; filename*=UTF-8''%E4%BF%9D%E5%8D%95%20%282026%29.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    const hash = createHash('sha256').update(content).digest('hex')
    expect(await readdir(join(world.context.settings.DATA_DIR, filesName, hash.slice(0, 2), hash.slice(2, 4)))).toEqual(
      [hash],
    )
  })

  test.each([
    ['a PDF named .png', pdf(), 'image/png', 'scan.png', 'scan.pdf'],
    ['a PDF that says nothing of itself', pdf(), 'application/octet-stream', '', 'document.pdf'],
    ['a PDF whose name leads elsewhere', pdf(), 'application/pdf', '../../etc/passwd', 'passwd.pdf'],
  ])('detects %s by its content', async (_name, content, type, sent, storedName) => {
    const { status, id, name } = await upload(content, { type, name: sent })
    expect([status, name]).toEqual([200, storedName])
    expect((await get(id, 'pm')).headers['content-type']).toBe('application/pdf')
  })

  test.each([
    ['HTML named .pdf', Buffer.from('<!doctype html><script>alert(1)</script>'), 422, 'NOT_A_DOCUMENT'],
    ['HTML with a PDF behind it', Buffer.concat([Buffer.from('<html>'), pdf()]), 422, 'NOT_A_DOCUMENT'],
    ['half a PDF', pdf('x'.repeat(3000)).subarray(0, 2000), 422, 'NOT_A_DOCUMENT'],
    ['nothing', Buffer.alloc(0), 422, 'NOT_A_DOCUMENT'],
    ['more than 10 MB', Buffer.alloc(maxDocumentBytes + 1), 413, 'TOO_LARGE'],
  ])('refuses %s', async (_name, content, status, code) => {
    const refused = await upload(content)
    expect([refused.status, refused.code]).toEqual([status, code])
    expect(await readdir(join(world.context.settings.DATA_DIR, uploadsName))).toEqual([])
  })

  test('requires sign-in to upload and is not served as a picture', async () => {
    expect((await upload(pdf(), { as: '' })).code).toBe('NOT_SIGNED_IN')
    const { id } = await upload(pdf())
    expect((await get(id, 'pm', imagePath)).statusCode).toBe(404)
  })
})

describe('the document of a policy', () => {
  test('is visible only to users who may see the policy', async () => {
    const { id } = await upload(pdf())
    expect(await seenBy(id, 'pm', 'colleague', 'stranger', 'borrower', '', 'platform')).toEqual([
      200, 404, 404, 404, 401, 200,
    ])
    expect((await save('pm', id)).status).toBe(200)
    expect(await seenBy(id, 'pm', 'colleague', 'stranger', 'borrower', '', 'platform')).toEqual([
      200, 200, 404, 404, 401, 200,
    ])
  })

  test('must be the caller’s own upload and survives edits by others', async () => {
    const { id } = await upload(pdf())
    const refused = await save('colleague', id)
    expect([refused.status, refused.error.fields]).toEqual([400, { documentId: 'unknown' }])
    const { data } = await save('pm', id)
    const edited = await save('colleague', id, { id: data.id, version: data.version, insurer: 'other' })
    expect([edited.status, edited.data.documentId]).toEqual([200, id])
  })

  test('stays with the organisation it was uploaded in when its sender moves', async () => {
    const mover = (organisationId: number) => async () => {
      const { data } = await world.call<User>(
        tokens['platform'] ?? '',
        'GET',
        `/collateral/web/user/detail/${await world.idOf('mover')}`,
      )
      const { id, version, userName, displayName, role } = data
      const moved = {
        id,
        version,
        userName,
        displayName,
        role,
        telephone: '13800008888',
        email: 'mover@example.com',
        organisationId,
      }
      expect((await world.call(tokens['platform'] ?? '', 'PUT', '/collateral/web/user/addOrEdit', moved)).status).toBe(
        200,
      )
      // A new organisation ends the sessions.
      tokens['mover'] = await world.signIn('mover')
    }
    const [before, after] = [
      await world.organisation('SUPERVISOR', 'Before'),
      await world.organisation('SUPERVISOR', 'After'),
    ]
    const [leave, comeBack] = [mover(after), mover(before)]
    tokens['mover'] = await world.user('mover', 'SUPERVISOR_PM', before)
    const mine = () =>
      world.call<{ id: number }>(tokens['mover'] ?? '', 'PUT', '/collateral/web/farm/addOrEdit', {
        name: 'Moved',
        boundary: square(110, 40),
      })
    const { id } = await upload(pdf('contract'), { as: 'mover' })
    const used = (await upload(pdf('policy'), { as: 'mover' })).id
    expect((await save('mover', used, { farmId: (await mine()).data.id })).status).toBe(200)
    expect([await seenBy(id, 'mover'), await seenBy(used, 'mover')]).toEqual([[200], [200]])

    await leave()
    expect([await seenBy(id, 'mover', 'platform'), await seenBy(used, 'mover')]).toEqual([[404, 200], [404]])
    const farmId = (await mine()).data.id
    const refused = await save('mover', id, { farmId })
    expect([refused.status, refused.error.fields]).toEqual([400, { documentId: 'unknown' }])
    expect((await save('mover', (await upload(pdf('new'), { as: 'mover' })).id, { farmId })).status).toBe(200)

    await comeBack()
    expect([await seenBy(id, 'mover'), await seenBy(used, 'mover')]).toEqual([[200], [200]])
  })

  test('does not reveal another upload with the same content', async () => {
    const theirs = (await upload(pdf('same'))).id
    const mine = (await upload(pdf('same'), { as: 'stranger' })).id
    expect(mine).not.toBe(theirs)
    expect(await seenBy(theirs, 'stranger')).toEqual([404])
    expect(await seenBy(mine, 'stranger')).toEqual([200])
  })
})

test.each([
  ['policy.PDF', 'policy.pdf'],
  ['a.b c.html', 'a.b c.pdf'],
  ['合同.2026', '合同.2026.pdf'],
  ['C:\\temp\\x.pdf', 'x.pdf'],
  ['evil\u202Efdp.exe\r\n', 'evilfdp.pdf'],
  ['...', 'document.pdf'],
  ['y'.repeat(300), `${'y'.repeat(100)}.pdf`],
])('stores the name %j as %j', (sent, storedName) => {
  expect(documentName(encodeURIComponent(sent))).toBe(storedName)
  expect(documentName('%E4%')).toBe('document.pdf')
})
