import type { StoreApi } from 'zustand'
import { useClock } from './clock.ts'

/** A part of a store as of the last tick of the clock: for what changes oftener than a person can read. */
export function useEachSecond<T, U>(store: Pick<StoreApi<T>, 'getState'>, select: (state: T) => U): U {
  return useClock(() => select(store.getState()))
}
