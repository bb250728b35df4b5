import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from './product.ts'

/**
 * Makes the demo once for all journeys, in a directory with a space in its name; they find it by DROVER_E2E_DATA.
 * @returns what takes it away again
 */
async function seedDemo(): Promise<() => Promise<void>> {
  const kept = process.env['DROVER_E2E_DATA']
  if (kept !== undefined) return async () => {}
  const dataDir = await mkdtemp(join(tmpdir(), 'drover e2e '))
  process.env['DROVER_E2E_DATA'] = dataDir
  const product = await startProduct(dataDir, { DEMO: '1' })
  await product.stop()
  return () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
}

export default seedDemo
