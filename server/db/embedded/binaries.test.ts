import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { requireOwn } from './binaries.ts'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'drover-programs-'))
})
afterEach(() => rm(place, { recursive: true }))

it('accepts a directory of this account’s own', async () => {
  await expect(requireOwn(place)).resolves.toBeUndefined()
})

it.each([0o777, 0o1777, 0o770])('refuses a directory with mode %o that others may write to', async (mode) => {
  await chmod(place, mode)
  await expect(requireOwn(place)).rejects.toThrow('others may write to')
})

it.skipIf(process.getuid?.() !== 0)('refuses a directory of another account', async () => {
  await chown(place, 65_534, 65_534)
  await expect(requireOwn(place)).rejects.toThrow('belongs to another account')
})
