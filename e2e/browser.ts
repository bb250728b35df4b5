import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const driverFolders = ['/usr/lib/x86_64-linux-gnu/dri', '/usr/lib/aarch64-linux-gnu/dri', '/usr/lib64/dri', '/usr/lib/dri']

/** True on a Linux where Mesa is among EGL's vendors and its driver without a card is there: each can be installed without the other. */
export const hasMesa = () => existsSync('/usr/share/glvnd/egl_vendor.d/50_mesa.json') && driverFolders.some((folder) => existsSync(`${folder}/swrast_dri.so`))

/**
 * How Chromium is started: without a sandbox, because that needs rights a container does not give, and without a graphics card. Mesa remembers the
 * shaders it has compiled; Chromium's own emulation compiles those of every map anew, for 4 s, and draws at a third of the speed.
 */
export const chromiumArgs = ['--no-sandbox', '--ignore-gpu-blocklist', ...(hasMesa() ? ['--use-angle=gl-egl'] : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'])]

/**
 * Without a graphics card pages cost half when the processor paints them. What a page makes is soon gone: with more room for it, a quarter less is
 * spent on looking for what is not.
 */
export const cheapPages = ['--disable-gpu-rasterization', '--disable-gpu-compositing', '--js-flags=--max-semi-space-size=64,--min-semi-space-size=32']

/** The first has no windows: each page that it opens costs a quarter. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** A browser that is there but can't start (a snap's stub, libraries missing) is none. */
function starts(path: string): boolean {
  const { status, stdout } = spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: 30_000 })
  return status === 0 && /chrom/i.test(stdout)
}

/** The program of the first Chromium that starts: `CHROMIUM_PATH`, the system's, Playwright's own; undefined if none. */
export function findChromium(): string | undefined {
  const told = process.env['CHROMIUM_PATH']
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env['PATH'] ?? '').split(':')]
  const candidates = [
    ...(told ? [told] : []),
    ...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ]
  return [...new Set(candidates)].find((path) => existsSync(path) && starts(path))
}
