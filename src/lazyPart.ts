import { lazy, type ComponentType } from 'react'
import { loadPart } from './loadPart.ts'

/**
 * A part of a wall whose script is loaded when it is first shown, however long that takes.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await loadPart(load, true) }))
}
