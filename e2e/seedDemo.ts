import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startProduct } from './product.ts'

/** Days of history; journeys look at a week of them. */
const days = 10

/**
 * Seeds the demo that journeys copy, in a directory with a space in its name.
 * @returns the directory and a function that removes it; a directory named by DROVER_E2E_DATA is used unchanged
 */
export async function seedDemo(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const existingDir = process.env['DROVER_E2E_DATA']
  if (existingDir !== undefined) return { dataDir: existingDir, remove: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'drover e2e '))
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  try {
    const product = await startProduct(dataDir, { DEMO: '1', DEMO_KIND: 'herd', DEMO_DAYS: String(days) })
    await hoursRolledUp(product.url)
    await product.stop()
  } catch (error) {
    await remove()
    throw error
  }
  return { dataDir, remove }
}

const rollUpLimitMs = 5 * 60_000

/** Waits until the hours of the history are rolled up; otherwise each copy would do it during its journeys. */
async function hoursRolledUp(url: string): Promise<void> {
  const until = performance.now() + rollUpLimitMs
  while (!/^drover_jobs_total\{job="hours",result="done"\} [1-9]/m.test(await (await fetch(`${url}/metrics`)).text())) {
    if (performance.now() > until)
      throw new Error(`the demo’s hours are not rolled up after ${rollUpLimitMs / 60_000} minutes`)
    await setTimeout(500)
  }
}
