import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const driverFolders = [
  '/usr/lib/x86_64-linux-gnu/dri',
  '/usr/lib/aarch64-linux-gnu/dri',
  '/usr/lib64/dri',
  '/usr/lib/dri',
]

/** True on a Linux with Mesa among EGL's vendors and Mesa's software driver installed. Each can be installed without the other. */
export const hasMesa = () =>
  existsSync('/usr/share/glvnd/egl_vendor.d/50_mesa.json') &&
  driverFolders.some((folder) => existsSync(`${folder}/swrast_dri.so`))

/**
 * Launch arguments of Chromium. It runs without a sandbox, which requires rights that containers lack, and without a graphics card.
 * Mesa caches compiled shaders. Chromium's own emulation recompiles them for every map, for 4 s, and draws at a third of the speed.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--ignore-gpu-blocklist',
  ...(hasMesa() ? ['--use-angle=gl-egl'] : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader']),
]

/**
 * Without a graphics card, painting pages on the CPU halves their cost. Pages create mostly short-lived objects; a larger young generation saves a
 * quarter of the garbage collection.
 */
export const cheapPages = [
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--js-flags=--max-semi-space-size=64,--min-semi-space-size=32',
]

/** The first has no windows, and its pages cost a quarter. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Whether a browser starts; some exist without being able to (a snap's stub, missing libraries). */
function starts(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 && /chrom/i.test(stdout)
}

/** Returns the first Chromium that starts: `CHROMIUM_PATH`, the system's, Playwright's own; undefined without one. */
export function findChromium(): string | undefined {
  const configuredPath = process.env['CHROMIUM_PATH']
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env['PATH'] ?? '').split(':')]
  const candidates = [
    ...(configuredPath ? [configuredPath] : []),
    ...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ]
  return [...new Set(candidates)].find((path) => existsSync(path) && starts(path))
}
