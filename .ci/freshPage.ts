import { readFileSync } from 'node:fs'
import { expect, vi } from 'vitest'
import { onReset, registering, resetStores } from './storeResets.ts'

// Each file registers its mocks again: Vitest forgets them between files.
vi.mock(import('zustand'), async (original) => {
  const zustand = await original()
  return { ...zustand, create: registering(zustand.create) }
})

vi.mock(import('@tanstack/react-query'), async (original) => {
  const query = await original()
  class QueryClient extends query.QueryClient {
    constructor(...given: ConstructorParameters<typeof query.QueryClient>) {
      super(...given)
      onReset(() => this.clear())
    }
  }
  return { ...query, QueryClient }
})

/*
 * The files of a worker share its page and its loaded modules, both expensive to create. A file that mocks modules gets fresh ones,
 * and so does the next file. All others find the modules of the previous file with every store in its initial state.
 */
const hasMocks = Symbol.for('drover.hasMocks')
const { testPath } = expect.getState()
const isMocking =
  testPath === undefined ||
  /\bvi\s*\.\s*(?:mock|doMock|resetModules|importActual)\b/.test(readFileSync(testPath, 'utf8'))
if (isMocking || Reflect.get(globalThis, hasMocks) !== false) vi.resetModules()
Reflect.set(globalThis, hasMocks, isMocking)
// Comes before the page is emptied: a store may write its initial state to it.
resetStores()

// Some files run without a page.
if (typeof document !== 'undefined') {
  // The storage is emptied first: some modules read it while they load.
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.title = ''
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
}
