import { lazy, type ComponentType } from 'react'
import { loadChunk } from './loadChunk.ts'

/**
 * A part of a wall whose script is loaded when it is first shown, however long that takes.
 */
export function lazyChunk<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await loadChunk(load, true) }))
}
