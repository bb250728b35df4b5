import { defineConfig } from '@playwright/test'
import { cheapPages, chromiumArgs } from './browser.ts'

/** Journeys against the real product: each worker has one of its own, on a copy of the demo that is made once. */
const faults = 'faults/*.spec.ts'
const kills = 'faults/kills.spec.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // Screens wait for nothing but their own server. Faults hold the product to seconds, and wait most of the time; kills take
  // the whole machine to come back in time.
  projects: [
    { name: 'screens', testIgnore: faults },
    // Half as much to draw: a page without a graphics card stands still for less of those seconds.
    { name: 'faults', testMatch: faults, testIgnore: kills, use: { viewport: { width: 1366, height: 768 } } },
    { name: 'kills', testMatch: kills },
  ],
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: { args: [...chromiumArgs, ...cheapPages], ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }) },
    viewport: { width: 1920, height: 1080 },
    locale: 'zh-CN',
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 45_000,
    screenshot: 'only-on-failure',
  },
})
