import type { StoreApi } from 'zustand'
import { useClock } from './clock.ts'

/** Selects part of a store at each tick of the clock, for values that change faster than a person can read. */
export function useEachSecond<T, U>(store: Pick<StoreApi<T>, 'getState'>, select: (state: T) => U): U {
  return useClock(() => select(store.getState()))
}
