import { vi } from 'vitest'

/*
 * The files of a worker share the packages it has loaded and its page; both are dear to make. All modules of our own, and with
 * them every store of the console, begin again for each file, and so does what a page keeps: before the file's modules are
 * loaded, for some of them read it then.
 */
vi.resetModules()

// A file may do without a page.
if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.title = ''
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
}
