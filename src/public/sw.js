// Lets the page of the daily log open without a network, and no other: every other address goes to the server as if this
// were not here, so no wall is ever left on an old version. It hears of clicks on the notifications that a page shows by it. What is kept is put into the caches by the page itself
// (screens/projects/logs/writing/keepPage.ts), one cache a build.
const page = '/dashboard/project/log'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  const isPage = pathname === page || pathname.startsWith(`${page}/`)
  // The installed console begins at the login (once at the root), which without a network has nothing but this page.
  if (mode === 'navigate' && (isPage || pathname === '/user/login' || pathname === '/')) event.respondWith(openPage(event.request, isPage))
  else if (mode !== 'navigate' && pathname.startsWith('/assets/')) event.respondWith(keptFile(event.request))
})

// The newest first: the kept one only where nobody answers.
async function openPage(request, isPage) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(page)
    if (kept === undefined) throw error
    return isPage ? kept : Response.redirect(page)
  }
}

// The name of a built file tells its content.
async function keptFile(request) {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
}

// A window that is open goes there by itself, so that nothing typed in it is lost unasked (shell/alarm/desktop.ts).
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
