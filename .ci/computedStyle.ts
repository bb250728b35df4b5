/*
 * Replaces the page's getComputedStyle. Tests load no style sheet, so the style of an element follows from its own attribute and its tag.
 * The page's own function looks for rules at each call, and a query by role or name makes hundreds of calls.
 */

/** Lengths that antd reads to count the lines of a text; every browser knows them. */
const lengths: Record<string, string> = {
  'line-height': '20px',
  'padding-top': '0px',
  'padding-bottom': '0px',
  'border-top-width': '0px',
  'border-bottom-width': '0px',
}
const defaults: Record<string, string> = { ...lengths, visibility: 'visible', direction: 'ltr' }
const inherited = new Set(['visibility', 'direction'])
const displays = new Map<string, string>()

/** Marks the replacement: the files of a worker share the page, and each loads this module again. */
const isReplaced = Symbol.for('drover.computedStyle')
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export function replaceComputedStyle(): void {
  if (Reflect.has(window, isReplaced)) return
  Reflect.set(window, isReplaced, true)
  const original = window.getComputedStyle.bind(window)

  /** Returns the display that the page's own style sheet gives a tag, open or closed. */
  function displayOf(element: Element): string {
    if (element.hasAttribute('hidden')) return 'none'
    const key = `${element.tagName} ${element.hasAttribute('open')}`
    let display = displays.get(key)
    if (display === undefined) {
      const probe = document.createElement(element.tagName)
      probe.toggleAttribute('open', element.hasAttribute('open'))
      document.body.append(probe)
      display = original(probe).display
      probe.remove()
      displays.set(key, display)
    }
    return display
  }

  function valueOf(element: Element, name: string): string {
    for (let at: Element | null = element; at !== null; at = inherited.has(name) ? at.parentElement : null) {
      const own = at.hasAttribute('style') ? (at as HTMLElement).style.getPropertyValue(name) : ''
      if (own !== '' && own !== 'inherit') return own
    }
    return name === 'display' ? displayOf(element) : (defaults[name] ?? '')
  }

  const empty = document.createElement('i').style
  window.getComputedStyle = (element) =>
    new Proxy(empty, {
      get: (_empty, name) => {
        if (name === 'getPropertyValue') return (property: string) => valueOf(element, property)
        return typeof name === 'string' ? valueOf(element, kebab(name)) : undefined
      },
    })
}
