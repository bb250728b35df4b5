import { spawnSync } from 'node:child_process'
import { findChromium, hasMesa } from '../browser.ts'

const isRoot = process.getuid?.() === 0

function has(command: string, args: string[]): boolean {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim().length > 0
}

let listsFresh = false

/** Installs packages of the distribution, as root alone; says whether that went well. */
function install(...packages: string[]): boolean {
  if (!isRoot || !has('sh', ['-c', 'command -v apt-get'])) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  console.log(`installing ${packages.join(', ')}`)
  if (!listsFresh) listsFresh = spawnSync('apt-get', ['update', '-qq'], { env, timeout: 180_000 }).status === 0
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8', timeout: 600_000 })
  if (status !== 0) console.log(stderr.trim().split('\n').slice(-3).join('\n'))
  return status === 0
}

/** Provides the browser part with a Chromium (its path, undefined when none can be had), what draws its maps and a face for Chinese. */
export function provideBrowser(): string | undefined {
  let path = findChromium()
  if (path === undefined && (install('chromium-headless-shell') || install('chromium'))) path = findChromium()
  if (path === undefined) {
    console.log('no Chromium on this machine: fetching Playwright’s own')
    spawnSync('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], {
      stdio: 'inherit',
      timeout: 240_000,
      // Where its download sites can't be reached this has to fail soon.
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
    })
    path = findChromium()
  }
  if (path !== undefined && !hasMesa()) install('libegl1', 'libgl1-mesa-dri')
  if (path !== undefined && !has('fc-list', [':lang=zh'])) install('fontconfig', 'fonts-noto-cjk')
  return path
}

/** Provides the maker of a camera's stream; without it that test is skipped, and fails with CI=true. */
export function provideStreams(): void {
  if (!has('sh', ['-c', 'command -v ffmpeg'])) install('ffmpeg')
}

/** The outside broker that one of the server's tests talks to; without it that test is skipped. */
export function provideBroker(): void {
  const found = has('sh', ['-c', 'PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v mosquitto'])
  if (!found) install('mosquitto')
}
