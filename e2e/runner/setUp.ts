import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { findChromium, hasMesa } from '../browser.ts'

const isRoot = process.getuid?.() === 0

function has(command: string, args: string[]): boolean {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout?.trim().length > 0
}

/** Runs a program to its end, or to that of this process. @throws where it ends otherwise than well */
async function run(command: string, args: string[], timeout: number, env: Record<string, string>): Promise<void> {
  const ending = new AbortController()
  const end = () => {
    process.exitCode = 130
    ending.abort()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  try {
    const running = promisify(execFile)(command, args, {
      env: { ...process.env, ...env },
      timeout,
      signal: ending.signal,
      maxBuffer: 64e6,
    })
    running.child.stdin?.end()
    await running
  } finally {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}
const wasStopped = () => process.exitCode === 130
const runApt = (args: string[], timeout: number) => run('apt-get', args, timeout, { DEBIAN_FRONTEND: 'noninteractive' })

let lists: Promise<unknown> | undefined

/** Installs packages of the distribution, as root alone; says whether that went well. */
async function install(...packages: string[]): Promise<boolean> {
  if (wasStopped() || !isRoot || !has('sh', ['-c', 'command -v apt-get'])) return false
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
  if (path === undefined && ((await install('chromium-headless-shell')) || (await install('chromium'))))
    path = findChromium()
  if (path === undefined && !wasStopped()) {
    console.log('no Chromium on this machine: fetching Playwright’s own')
    // Must fail soon when the download sites can't be reached.
    await run('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], 240_000, {
      PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
    }).catch((error: unknown) => console.log(String(error)))
    path = findChromium()
  }
  if (path === undefined) return undefined
  if (!hasMesa()) await install('libegl1', 'libgl1-mesa-dri')
  if (!has('fc-list', [':lang=zh'])) await install('fontconfig', 'fonts-noto-cjk')
  return path
}

/** Provides the maker of a camera's stream; without it that test is skipped, and fails with CI=true. */
export async function provideStreams(): Promise<void> {
  if (!has('sh', ['-c', 'command -v ffmpeg'])) await install('ffmpeg')
}

/** Provides the outside broker of some faults, and a client to publish with; without them those tests are skipped. */
export async function provideBroker(): Promise<void> {
  const hasProgram = (name: string) => has('sh', ['-c', `PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v ${name}`])
  if (!hasProgram('mosquitto')) await install('mosquitto')
  if (!hasProgram('mosquitto_pub')) await install('mosquitto-clients')
}
