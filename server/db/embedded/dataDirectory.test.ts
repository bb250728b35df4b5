import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../../settings.ts'
import { claimDataDirectory } from './dataDirectory.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'drover data-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** A process of its own that claims the directory and holds it until it is killed. */
async function claimElsewhere() {
  const script = `
    const { claimDataDirectory } = await import(${JSON.stringify(new URL('./dataDirectory.ts', import.meta.url).href)})
    await claimDataDirectory(${JSON.stringify(directory)})
    console.log('claimed')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('creates the directory and lends it to one process at a time', async () => {
  const nested = join(directory, 'not', 'there yet')
  const claim = await claimDataDirectory(nested)
  await expect(claimDataDirectory(nested)).rejects.toThrow(
    new StartError(`data directory ${nested} is in use by another Drover, process ${process.pid}`),
  )
  await claim.release()
  await (await claimDataDirectory(nested)).release()
  expect(await readdir(nested)).toEqual(['drover.lock-2'])
})

test('names the process that owns it and takes over after a kill', async () => {
  const other = await claimElsewhere()
  await expect(claimDataDirectory(directory)).rejects.toThrow(
    `${directory} is in use by another Drover, process ${other.pid}`,
  )
  other.kill('SIGKILL')
  await once(other, 'exit')
  const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claimDataDirectory(directory)))
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test.each(['', '{"pid":'])('takes over a lock that a power cut left as %j', async (text) => {
  await writeFile(join(directory, 'drover.lock-3'), text)
  await expect(claimDataDirectory(directory)).resolves.toBeDefined()
})

test('takes over a lock whose pid belongs to a later process', async () => {
  await writeFile(join(directory, 'drover.lock-3'), JSON.stringify({ pid: process.pid, identity: 'another' }))
  await expect(claimDataDirectory(directory)).resolves.toBeDefined()
})

test('explains in one line why a directory is unusable', async () => {
  const file = join(directory, 'file')
  await writeFile(file, '')
  await expect(claimDataDirectory(file)).rejects.toThrow(
    new StartError(`data directory ${file} can't be written: it is not a directory`),
  )
  await expect(claimDataDirectory(join(file, 'below'))).rejects.toThrow('a part of the path is not a directory')
})
