import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startProduct } from './product.ts'

/** Of the history journeys look at a week. */
const days = 10

/**
 * Makes the demo that journeys are given copies of, in a directory with a space in its name.
 * @returns where, and what takes it away again; a directory that DROVER_E2E_DATA names is used as it is
 */
export async function seedDemo(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const kept = process.env['DROVER_E2E_DATA']
  if (kept !== undefined) return { dataDir: kept, remove: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'drover e2e '))
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  try {
    const product = await startProduct(dataDir, { DEMO: '1', DEMO_DAYS: String(days) })
    await hoursRolledUp(product.url)
    await product.stop()
  } catch (error) {
    await remove()
    throw error
  }
  return { dataDir, remove }
}

const rollUpLimitMs = 5 * 60_000

/** Waits until the hours of the history are rolled up: each copy would do it anew, beside its journeys. */
async function hoursRolledUp(url: string): Promise<void> {
  const until = performance.now() + rollUpLimitMs
  while (!/^drover_jobs_total\{job="hours",result="done"\} [1-9]/m.test(await (await fetch(`${url}/metrics`)).text())) {
    if (performance.now() > until) throw new Error(`the demo’s hours are not rolled up after ${rollUpLimitMs / 60_000} minutes`)
    await setTimeout(500)
  }
}
