import { vi } from 'vitest'

/*
 * Test files of one worker share loaded packages and the page, which are expensive to create. This resets our own modules, and with them the
 * console's stores, and the page's storage for each file. It runs before the file's modules load, since some read the storage then.
 */
vi.resetModules()

// A file may run without a page.
if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.title = ''
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
}
