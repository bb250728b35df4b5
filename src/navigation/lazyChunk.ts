import { lazy, type ComponentType } from 'react'
import { loadChunk } from './loadChunk.ts'

/** Component whose script loads when first rendered, with retries until the script timeout (`loadChunk`, patient). */
export function lazyChunk<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await loadChunk(load, true) }))
}
