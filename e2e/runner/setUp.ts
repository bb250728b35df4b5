import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { findChromium, hasMesa } from '../browser.ts'

const isRoot = process.getuid?.() === 0

function has(command: string, args: string[]): boolean {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim().length > 0
}

const runApt = (args: string[], timeout: number) => promisify(execFile)('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, timeout, maxBuffer: 64e6 })

let lists: Promise<unknown> | undefined

/** Installs packages of the distribution, as root alone; says whether that went well. */
async function install(...packages: string[]): Promise<boolean> {
  if (!isRoot || !has('sh', ['-c', 'command -v apt-get'])) return false
  console.log(`installing ${packages.join(', ')}`)
  // What is known of packages may do as it is.
  await (lists ??= runApt(['update', '-qq'], 180_000).catch(() => {}))
  try {
    await runApt(['install', '-y', '-qq', '--no-install-recommends', ...packages], 600_000)
    return true
  } catch (error) {
    console.log(String(error).trim().split('\n').slice(-3).join('\n'))
    return false
  }
}

/** Provides a Chromium (its path, undefined when none can be had), what draws its maps and a face for Chinese. */
export async function provideBrowser(): Promise<string | undefined> {
  let path = findChromium()
  if (path === undefined && ((await install('chromium-headless-shell')) || (await install('chromium')))) path = findChromium()
  if (path === undefined) {
    console.log('no Chromium on this machine: fetching Playwright’s own')
    const fetching = spawn('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], {
      stdio: 'inherit',
      timeout: 240_000,
      // Where its download sites can't be reached this has to fail soon.
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
    })
    await once(fetching, 'exit').catch(() => {})
    path = findChromium()
  }
  if (path === undefined) {
    console.error('No Chromium: none on this machine, none to be downloaded, none from the distribution. Set CHROMIUM_PATH.')
    return undefined
  }
  if (!hasMesa()) await install('libegl1', 'libgl1-mesa-dri')
  if (!has('fc-list', [':lang=zh'])) await install('fontconfig', 'fonts-noto-cjk')
  return path
}

/** Provides the maker of a camera's stream; without it that test is skipped, and fails with CI=true. */
export async function provideStreams(): Promise<void> {
  if (!has('sh', ['-c', 'command -v ffmpeg'])) await install('ffmpeg')
}

/** Provides the outside broker that some tests talk to; without it a test of the server's is skipped. */
export async function provideBroker(): Promise<void> {
  const found = has('sh', ['-c', 'PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v mosquitto'])
  if (!found) await install('mosquitto')
}
