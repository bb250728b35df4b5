/** Style sheets that failed to load. Vite requests each only once, so a retried screen would lack them. */
const missing = new Set<HTMLLinkElement>()

window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  },
  true,
)

/** Requests the missing style sheets again and waits for them; one that fails again is retried the next time. */
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
