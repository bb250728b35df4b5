import { z } from 'zod'
import type { StoreApi } from 'zustand'

const workerSchema = z.object({ evaluatedModules: z.object({ idToModuleMap: z.instanceof(Map) }) })

type Store = Pick<StoreApi<unknown>, 'getInitialState' | 'setState'>
const isStore = (value: unknown): value is Store =>
  typeof value === 'function' && 'getInitialState' in value && 'setState' in value
const isCache = (value: unknown): value is { clear(): void } =>
  typeof value === 'object' && value !== null && 'getQueryCache' in value && 'clear' in value

/** Returns everything that the loaded modules of the console export. */
function* loadedExports(): Generator {
  const { evaluatedModules } = workerSchema.parse(Reflect.get(globalThis, '__vitest_worker__'))
  const modules: ReadonlyMap<unknown, unknown> = evaluatedModules.idToModuleMap
  for (const [id, node] of modules) {
    if (typeof id !== 'string' || !id.includes('/src/') || id.includes('node_modules')) continue
    if (typeof node !== 'object' || node === null || Reflect.get(node, 'evaluated') !== true) continue
    const exported: unknown = Reflect.get(node, 'exports')
    if (typeof exported === 'object' && exported !== null) yield* Object.values(exported)
  }
}

/** Puts every exported store of the loaded modules back to its initial state, and forgets all loaded answers. */
export function resetStores(): void {
  for (const value of loadedExports()) {
    if (isStore(value)) value.setState(value.getInitialState(), true)
    else if (isCache(value)) value.clear()
  }
}
