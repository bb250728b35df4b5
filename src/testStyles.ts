/*
 * Replaces `getComputedStyle` in tests, which load no style sheets: an element's style follows from its own attributes and its tag.
 * The original searches all rules for each element, and queries by name or role ask about hundreds.
 */

/** Lengths with which antd counts the lines of a text, known to every browser. */
const lengths: Record<string, string> = { 'line-height': '20px', 'padding-top': '0px', 'padding-bottom': '0px', 'border-top-width': '0px', 'border-bottom-width': '0px' }
const usual: Record<string, string> = { ...lengths, visibility: 'visible', direction: 'ltr' }
const inherited = new Set(['visibility', 'direction'])
const displays = new Map<string, string>()
const pagesOwn = window.getComputedStyle.bind(window)

/** Returns the default display of a tag, open or not. */
function displayOf(element: Element): string {
  if (element.hasAttribute('hidden')) return 'none'
  const key = `${element.tagName} ${element.hasAttribute('open')}`
  let display = displays.get(key)
  if (display === undefined) {
    const alike = document.createElement(element.tagName)
    alike.toggleAttribute('open', element.hasAttribute('open'))
    document.body.append(alike)
    display = pagesOwn(alike).display
    alike.remove()
    displays.set(key, display)
  }
  return display
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function valueOf(element: Element, name: string): string {
  for (let at: Element | null = element; at !== null; at = inherited.has(name) ? at.parentElement : null) {
    const own = at.hasAttribute('style') ? (at as HTMLElement).style.getPropertyValue(name) : ''
    if (own !== '' && own !== 'inherit') return own
  }
  return name === 'display' ? displayOf(element) : (usual[name] ?? '')
}

const empty = document.createElement('i').style

window.getComputedStyle = (element) =>
  new Proxy(empty, {
    get: (_empty, name) => {
      if (name === 'getPropertyValue') return (property: string) => valueOf(element, property)
      return typeof name === 'string' ? valueOf(element, kebab(name)) : undefined
    },
  })
