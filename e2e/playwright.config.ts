import { defineConfig } from '@playwright/test'
import { chromiumArgs } from './browser.ts'

/** Journeys run one after the other against the real product, which `seedDemo.ts` makes once. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './seedDemo.ts',
  workers: 1,
  // Some journeys hold the product to seconds, on machines that others use too: they may try once more, and the report says so.
  retries: 1,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1920, height: 1080 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 45_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      args: chromiumArgs,
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
    },
  },
})
