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

it('prefers the browser of CHROMIUM_PATH', async () => {
  const path = await program('mine', 'echo Chromium 150.0')
  vi.stubEnv('CHROMIUM_PATH', path)
  expect(findChromium()).toBe(path)
})

it.each([
  ['that cannot start', 'echo Chromium 150.0; exit 127'],
  ['that is another program', 'echo Firefox 150.0'],
])('skips a browser %s', async (_name, script) => {
  vi.stubEnv('CHROMIUM_PATH', await program('broken', script))
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`)
  await program('google-chrome', 'echo Google Chrome 150.0')
  const found = findChromium() ?? ''
  // A browser of the system may come first.
  expect(found).toMatch(/chrom/)
  expect(found).not.toContain('broken')
})
