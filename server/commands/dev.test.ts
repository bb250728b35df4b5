import { afterEach, expect, it, vi } from 'vitest'
import { runCommandFile, stopCommands } from './testCommand.ts'

// Vite takes one second to start, many on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })
afterEach(stopCommands)

it('prints the address at which it serves the console', { tags: 'long' }, async () => {
  const server = 'http://127.0.0.1:9'
  const dev = runCommandFile('dev.ts', { DROVER_SERVER: server }, { args: ['--port', '0'] })
  const [, page = ''] = await dev.says(
    /Open (http:\/\/\S+) to work on the console; http:\/\/127\.0\.0\.1:9 answers it\.\n/,
  )
  expect(await (await fetch(page)).text()).toContain('/main.tsx')
  expect((await dev.stop()).code).toBe(0)
})
