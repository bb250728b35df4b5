import { useEffect } from 'react'
import { create } from 'zustand'

/** Whether this page can be opened offline from now on. */
export const useOfflinePage = create<{ isKept: boolean }>()(() => ({ isKept: false }))

/** Caches used by public/sw.js, one per build, so that a page never loads scripts of another build. */
const cachePrefix = 'drover-log '
/** Wait until a page's files have mostly loaded, ms; later files are cached at the next visit. */
const settleMs = 1500
const entryTag = /<script[^>]+src="[^"]*(\/assets\/[\w.-]+\.js)"/

/**
 * Caches a page with its loaded files and registers a service worker, so that it opens offline.
 * Caches only the running build, and nothing in development, which has no built scripts.
 */
async function cachePage(path: string): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return false
  await document.fonts.ready
  const response = await fetch(path, { cache: 'no-store', headers: { accept: 'text/html' } })
  const html = await response.text()
  const entry = entryTag.exec(html)?.[1]
  if (!response.ok || entry === undefined || document.querySelector(`script[src$="${entry}"]`) === null) return false
  await navigator.serviceWorker.register('/sw.js')
  const cache = await caches.open(cachePrefix + entry)
  const cachedUrls = new Set((await cache.keys()).map(({ url }) => url))
  await cache.addAll(loadedFiles().filter((url) => !cachedUrls.has(url)))
  await cache.put(path, new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  for (const name of await caches.keys())
    if (name.startsWith(cachePrefix) && name !== cachePrefix + entry) await caches.delete(name)
  // Asks the browser not to evict the cache when storage runs low; a refusal does not matter.
  await navigator.storage?.persist?.()
  return true
}

/** Returns the built files that the page has loaded. Their names contain a content hash, so cached ones are never outdated. */
function loadedFiles(): string[] {
  const requestedUrls = performance.getEntriesByType('resource').map(({ name }) => name)
  const named = [...document.querySelectorAll<HTMLElement>('script[src], link[href]')].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
  )
  const urls = [...requestedUrls, ...named].map((name) => new URL(name, location.href))
  return [
    ...new Set(
      urls
        .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
        .map(({ href }) => href),
    ),
  ]
}

/** Caches the page once it has loaded completely. */
export function useReadyOffline(path: string): void {
  useEffect(() => {
    // After a failure the page still works as long as it stays open.
    const keep = () =>
      void cachePage(path).then(
        (isKept) => useOfflinePage.setState({ isKept }),
        () => undefined,
      )
    const timer = setTimeout(keep, settleMs)
    return () => clearTimeout(timer)
  }, [path])
}
