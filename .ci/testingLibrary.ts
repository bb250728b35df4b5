import { replaceComputedStyle } from './computedStyle.ts'

/* Configures Testing Library for every test that has a page. */
if (typeof document !== 'undefined') {
  const { configure, prettyDOM } = await import('@testing-library/react')

  /** Describes a missing element, and prints the page only when the message is read: a waiting test misses often, and printing is slow. */
  class ElementError extends Error {
    readonly #words: string | null
    readonly #container: Element

    constructor(words: string | null, container: Element) {
      super()
      this.name = 'ElementError'
      this.#words = words
      this.#container = container
    }

    override get message(): string {
      return `${this.#words ?? ''}\n\n${prettyDOM(this.#container) || ''}`
    }
  }

  configure({
    // A busy machine is slow, not wrong: a test waits as long as it needs.
    asyncUtilTimeout: 20_000,
    getElementError: (words, container) => new ElementError(words, container),
  })
  replaceComputedStyle()
}
