import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findChromium } from './browser.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover browsers '))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
  return path
}

it('takes the one it is told of, before any that is there', async () => {
  const path = await program('mine', 'echo Chromium 150.0')
  vi.stubEnv('CHROMIUM_PATH', path)
  expect(findChromium()).toBe(path)
})

it.each([
  ['that can’t start', 'echo Chromium 150.0; exit 127'],
  ['that is another program', 'echo Firefox 150.0'],
])('passes over one %s, for the next', async (_name, script) => {
  vi.stubEnv('CHROMIUM_PATH', await program('broken', script))
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`)
  await program('google-chrome', 'echo Google Chrome 150.0')
  const found = findChromium() ?? ''
  // Where the system has one it comes first; either way it is not the broken one.
  expect(found).toMatch(/chrom/)
  expect(found).not.toContain('broken')
})
