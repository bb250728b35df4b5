/** Desktop notification; a click opens the path. */
export interface Notice {
  title: string
  body: string
  tag: string
  path: string
}

/** Shows a desktop notification. A click calls `open`, or `onOpened` when a service worker shows it. Returns whether it was shown. */
export async function showOnDesktop(
  { title, body, tag, path }: Notice,
  open: (path: string) => void,
): Promise<boolean> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return false
  try {
    const shown = new Notification(title, { body, tag })
    shown.addEventListener('click', () => {
      window.focus()
      open(path)
      shown.close()
    })
    return true
  } catch {
    // Chrome on Android allows notifications only from service workers.
    return showByWorker(title, { body, tag, data: { path } }).catch(() => false)
  }
}

/** Maximum wait for the service worker, ms. */
const readyMs = 5000

async function showByWorker(title: string, options: NotificationOptions): Promise<boolean> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (workers === undefined) return false
  // Uses the worker registered earlier, for example by the daily log.
  if ((await workers.getRegistration()) === undefined) await workers.register('/sw.js')
  // A worker that cannot be installed never becomes ready and reports nothing.
  const ready = await Promise.race([
    workers.ready,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), readyMs)),
  ])
  await ready?.showNotification(title, options)
  return ready !== null
}

/** Calls back on clicks on notifications of the service worker (public/sw.js). */
export function onOpened(open: (path: string) => void): () => void {
  const hear = ({ data }: MessageEvent<{ openedPath?: unknown } | null>) => {
    if (typeof data?.openedPath === 'string') open(data.openedPath)
  }
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  worker?.addEventListener('message', hear)
  return () => worker?.removeEventListener('message', hear)
}
