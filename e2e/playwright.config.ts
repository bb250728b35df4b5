import { defineConfig } from '@playwright/test'
import { cheapPages, chromiumArgs } from './browser.ts'

/** Journeys against the real product. Each worker runs its own instance on a copy of the demo, which is created once. */
const faults = 'faults/*.spec.ts'
const kills = 'faults/kills.spec.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // Screens depend only on their own server. Faults have limits of seconds and mostly wait. Kills need the whole machine to recover in time.
  projects: [
    { name: 'screens', testIgnore: faults },
    // A smaller viewport halves the drawing, which blocks pages without a graphics card during those seconds.
    { name: 'faults', testMatch: faults, testIgnore: kills, use: { viewport: { width: 1366, height: 768 } } },
    { name: 'kills', testMatch: kills },
  ],
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    launchOptions: {
      args: [...chromiumArgs, ...cheapPages],
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    },
    viewport: { width: 1920, height: 1080 },
    locale: 'zh-CN',
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 45_000,
    screenshot: 'only-on-failure',
  },
})
