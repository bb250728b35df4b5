import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product.ts'

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
    const product = await startProduct(dataDir, { DEMO: '1' })
    await product.stop()
  } catch (error) {
    await remove()
    throw error
  }
  return { dataDir, remove }
}
