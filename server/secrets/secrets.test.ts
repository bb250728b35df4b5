import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecrets, openSecrets } from './secrets.ts'
import { StartError } from '../settings.ts'

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'drover-secrets-'))
})
afterAll(() => rm(directory, { recursive: true }))

test('opens a sealed secret only with its key and purpose', () => {
  const [one, other] = [createSecrets(randomBytes(32)), createSecrets(randomBytes(32))]
  const secret = Buffer.from('a secret')
  const sealed = one.seal(secret, 'totp 1')
  expect(sealed.includes(secret)).toBe(false)
  expect(one.open(sealed, 'totp 1')).toEqual(secret)
  expect(one.open(sealed, 'totp 2')).toBeNull()
  expect(other.open(sealed, 'totp 1')).toBeNull()
  expect(one.seal(secret, 'totp 1')).not.toEqual(sealed)
  for (let place = 0; place < sealed.length; place++) {
    const spoilt = Buffer.from(sealed)
    spoilt[place] = (spoilt[place] ?? 0) ^ 1
    expect(one.open(spoilt, 'totp 1')).toBeNull()
  }
  expect(one.open(Buffer.alloc(5), 'totp 1')).toBeNull()
  expect(one.mac('text')).toEqual(one.mac('text'))
  expect(one.mac('text')).not.toEqual(other.mac('text'))
})

test('creates one key, for this account only, on concurrent starts', async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => openSecrets(directory)))
  const macs = new Set([...opened, await openSecrets(directory)].map(({ mac }) => mac('x').toString('hex')))
  expect([...macs]).toHaveLength(1)
  expect((await stat(join(directory, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(await readdir(directory)).toEqual(['secret.key'])
})

test('refuses to start with a file that holds no key', async () => {
  await writeFile(join(directory, 'secret.key'), 'nothing\n')
  await expect(openSecrets(directory)).rejects.toThrow(StartError)
})
