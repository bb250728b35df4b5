import type { StoreApi } from 'zustand'

/*
 * Test files of a worker share modules, and so their stores. Each store that zustand creates and each query client registers how it is put back. The
 * registry outlives the modules: a file that mocks modules loads all of them again.
 */

type Store = Pick<StoreApi<unknown>, 'getInitialState' | 'setState'>
const isStore = (value: unknown): value is Store =>
  typeof value === 'function' && 'getInitialState' in value && 'setState' in value

const key = Symbol.for('drover.storeResets')
const registered: unknown = Reflect.get(globalThis, key)
const resets: Set<unknown> = registered instanceof Set ? registered : new Set<unknown>()
Reflect.set(globalThis, key, resets)

/** Registers how something that outlives a test file is put back. */
export function onReset(reset: () => void): void {
  resets.add(reset)
}

/** Puts every store back to its initial state, and forgets all loaded answers. */
export function resetStores(): void {
  for (const reset of resets) if (typeof reset === 'function') reset()
}

// `create(state)` returns a store, `create()` a function that returns one.
const register = (made: unknown): unknown => {
  if (isStore(made)) resets.add(() => made.setState(made.getInitialState(), true))
  return typeof made === 'function' && !isStore(made) ? registering(made) : made
}
/** Returns a function that creates stores like `create`, and registers each. */
export const registering = <T extends object>(create: T): T =>
  new Proxy(create, {
    apply: (_target, self, given) => register(typeof create === 'function' ? Reflect.apply(create, self, given) : null),
  })
