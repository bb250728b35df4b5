import { vi } from 'vitest'

/*
 * The files of a worker share its loaded packages and its page, which are expensive to create. Each file starts with fresh modules of our own,
 * and so with fresh stores, and with empty browser storage. The storage is cleared first: some modules read it while they load.
 */
vi.resetModules()

// Some files run without a page.
if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.title = ''
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
}
