// Opens the daily log's page offline, and no other page: all other requests go to the server, so that no wall stays on an old version.
// It also handles clicks on notifications that a page shows through it.
// The page itself fills the caches (screens/projects/logs/writing/keepPage.ts), one cache per build.
const page = '/dashboard/project/log'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  const isPage = pathname === page || pathname.startsWith(`${page}/`)
  // The installed console starts at the sign-in page (formerly at the root), from which only this page is available offline.
  if (mode === 'navigate' && (isPage || pathname === '/user/login' || pathname === '/')) event.respondWith(openPage(event.request, isPage))
  else if (mode !== 'navigate' && pathname.startsWith('/assets/')) event.respondWith(keptFile(event.request))
})

// Prefers the server's page; the cached one only when there is no answer.
async function openPage(request, isPage) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(page)
    if (kept === undefined) throw error
    return isPage ? kept : Response.redirect(page)
  }
}

// The name of a built file contains a hash of its content, so a cached file is never outdated.
async function keptFile(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
}

// An open window navigates itself, so that it can ask before losing input (shell/alarm/desktop.ts).
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotice(event.notification.data.path))
})

async function openNotice(path) {
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open === undefined) return self.clients.openWindow(path)
  open.postMessage({ openedPath: path }, { transfer: [] })
  return open.focus()
}
