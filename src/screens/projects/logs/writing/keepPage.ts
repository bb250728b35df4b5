import { useEffect } from 'react'
import { create } from 'zustand'

/** Whether this page opens without a network from now on. */
export const useKeptPage = create<{ isKept: boolean }>()(() => ({ isKept: false }))

/** The caches that public/sw.js looks into: one a build, so that a page never meets scripts of another. */
const cachePrefix = 'drover-log '
/** Files of a page have mostly come by then; the others are loaded, and kept, with the next visit. */
const settleMs = 1500
const entryTag = /<script[^>]+src="[^"]*(\/assets\/[\w.-]+\.js)"/

/**
 * Keeps the page at an address, with everything that it has loaded, and lets the browser open it without a network. Only the
 * build that runs is kept: a newer one is kept when it runs. Nothing is kept in development, which has no built scripts.
 */
async function keepPage(path: string): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return false
  await document.fonts.ready
  const response = await fetch(path, { cache: 'no-store', headers: { accept: 'text/html' } })
  const html = await response.text()
  const entry = entryTag.exec(html)?.[1]
  if (!response.ok || entry === undefined || document.querySelector(`script[src$="${entry}"]`) === null) return false
  await navigator.serviceWorker.register('/sw.js')
  const cache = await caches.open(cachePrefix + entry)
  const known = new Set((await cache.keys()).map(({ url }) => url))
  await cache.addAll(loadedFiles().filter((url) => !known.has(url)))
  await cache.put(path, new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  for (const name of await caches.keys()) if (name.startsWith(cachePrefix) && name !== cachePrefix + entry) await caches.delete(name)
  // Asked for, and not insisted on: what is kept is not cleared when the phone runs out of room.
  await navigator.storage?.persist?.()
  return true
}

/** The built files that the page has loaded: their names tell their content, so what is kept of them is never old. */
function loadedFiles(): string[] {
  const asked = performance.getEntriesByType('resource').map(({ name }) => name)
  const named = [...document.querySelectorAll<HTMLElement>('script[src], link[href]')].map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
  const urls = [...asked, ...named].map((name) => new URL(name, location.href))
  return [...new Set(urls.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/')).map(({ href }) => href))]
}

/** Keeps the page once all of it has come. */
export function useReadyOffline(path: string): void {
  useEffect(() => {
    // Without it the page still works for as long as it is open.
    const keep = () => void keepPage(path).then((isKept) => useKeptPage.setState({ isKept }), () => undefined)
    const timer = setTimeout(keep, settleMs)
    return () => clearTimeout(timer)
  }, [path])
}
