/** @module-tag long */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { imagePath, imageUploadPath } from '#contract/calls/images.ts'
import { connect } from '../db/connect.ts'
import { runCommandFile, stopCommands } from './testCommand.ts'

// Three processes that load the whole server, and a database copied while it runs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 30_000 })

const account = { DROVER_ADMIN_USER: 'keeper', DROVER_ADMIN_PASSWORD: 'Grassland7' }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover restore '))
})
afterAll(async () => {
  await stopCommands()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Copies a folder into another, which is made when missing. Files deleted during the copy are left out. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await once(spawn('cp', ['-a', `${from}/.`, to], { stdio: 'ignore' }), 'exit')
}

/** Works like `pg_basebackup`, which is not on every machine: copies the files between two calls, then the log. */
async function baseBackup(data: string, to: string): Promise<void> {
  const socketDir = (await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[4] ?? ''
  const sql = connect({ target: { socketDir, user: 'drover', database: 'drover' }, connections: 1 })
  try {
    await sql`select pg_backup_start('test', fast => true)`
    await copy(join(data, 'postgres'), to)
    const [end] = await sql<
      { label: string }[]
    >`select labelfile as label from pg_backup_stop(wait_for_archive => false)`
    for (const name of ['pg_wal', 'postmaster.pid', 'postmaster.opts'])
      await rm(join(to, name), { recursive: true, force: true })
    await copy(join(data, 'postgres', 'pg_wal'), join(to, 'pg_wal'))
    await writeFile(join(to, 'backup_label'), end?.label ?? '')
    const { uid, gid } = await stat(to)
    await chown(join(to, 'backup_label'), uid, gid)
  } finally {
    await sql.end()
  }
}

/** Starts the server on a data directory and signs in. */
async function open(data: string) {
  const server = runCommandFile('start.ts', { DATA_DIR: data })
  const url = (await server.says(/https?:\/\/127\.0\.0\.1:\d+/))[0]
  await server.says(/Ctrl-C stops it/)
  let token = ''
  const call = async (method: string, path: string, type: string, body?: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': type, 'x-auth-token': token, 'x-auth-timestamp': String(Date.now()) },
      ...(body !== undefined && { body }),
    })
  return {
    stop: () => server.stop(),
    async signIn() {
      const answer = await call(
        'POST',
        '/collateral/common/auth/login/user',
        'application/json',
        JSON.stringify({
          userName: account.DROVER_ADMIN_USER,
          password: account.DROVER_ADMIN_PASSWORD,
          type: 'account',
        }),
      )
      token = ((await answer.json()) as { data: { token: string } }).data.token
    },
    async upload(red: number): Promise<string> {
      const picture = await sharp({
        create: { width: 900, height: 600, channels: 3, background: { r: red, g: 90, b: 60 } },
      })
        .png()
        .toBuffer()
      const answer = await call('POST', imageUploadPath, 'image/png', new Uint8Array(picture))
      return ((await answer.json()) as { data: { id: string } }).data.id
    },
    async picture(id: string, size: string): Promise<{ status: number; bytes: Buffer }> {
      const answer = await call('GET', `${imagePath.replace('{id}', id)}?size=${size}`, 'application/json')
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
    },
  }
}

test('serves pictures and sign-ins from a backup of a running server', async () => {
  const [data, backup, restored] = ['data', 'backup', 'restored'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const first = await open(data)
  expect((await runCommandFile('admin.ts', { DATA_DIR: data, ...account }).ended).code).toBe(0)
  await first.signIn()
  const early = await first.upload(1)
  await copy(join(data, 'files'), join(backup, 'files'))
  // Uploaded between the first copy of the files and that of the database: the second copy has it.
  const between = await first.upload(2)
  await baseBackup(data, join(backup, 'postgres'))
  const late = await first.upload(3)
  await copy(join(data, 'files'), join(backup, 'files'))
  await copyFile(join(data, 'secret.key'), join(backup, 'secret.key'))
  const original = await Promise.all(
    [early, between].flatMap((id) => ['whole', 'thumbnail'].map((size) => first.picture(id, size))),
  )
  expect(original.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await first.stop()
  await rm(data, { recursive: true })

  await copy(backup, restored)
  const second = await open(restored)
  await second.signIn()
  const served = await Promise.all(
    [early, between].flatMap((id) => ['whole', 'thumbnail'].map((size) => second.picture(id, size))),
  )
  expect(served).toEqual(original)
  expect((await second.picture(late, 'whole')).status).toBe(404)
  await second.stop()
})
