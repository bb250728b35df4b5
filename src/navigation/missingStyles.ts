/** Style sheets that were asked for and did not come. Vite asks for each once only: a screen tried again comes without them. */
const missing = new Set<HTMLLinkElement>()

window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  },
  true,
)

/** Asks again for the style sheets that did not come, and waits for each; one that fails again is asked for the next time. */
export async function reloadStyles(): Promise<void> {
  await Promise.all(
    [...missing].map(async (link) => {
      missing.delete(link)
      if (!link.isConnected) return
      const again = link.cloneNode() as HTMLLinkElement
      const settled = Promise.withResolvers<void>()
      again.addEventListener('load', () => settled.resolve())
      again.addEventListener('error', () => settled.resolve())
      link.replaceWith(again)
      await settled.promise
    }),
  )
}
