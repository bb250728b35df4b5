import { beforeAll, vi } from 'vitest'

/*
 * The files of a worker share the packages it has loaded and, of the console, its page; both are dear to make. All modules of our
 * own, and with them every store, begin again for each file, and so do what a page keeps and the clock that a file before has faked.
 */
vi.resetModules()
vi.useRealTimers()

beforeAll(() => {
  if (typeof document === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.title = ''
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
})
