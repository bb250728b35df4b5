/** A notification of the desktop; who clicks on it comes to the path. */
export interface Notice {
  title: string
  body: string
  tag: string
  path: string
}

/** Whether the browser shows a notification; a click on it goes to its path by `open`, or by `onOpened` where a service worker shows it. */
export async function showOnDesktop({ title, body, tag, path }: Notice, open: (path: string) => void): Promise<boolean> {
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
    // Chrome on Android lets service workers alone show one.
    return showByWorker(title, { body, tag, data: { path } }).catch(() => false)
  }
}

/** A worker that is not ready by then shows nothing, ms. */
const readyMs = 5000

async function showByWorker(title: string, options: NotificationOptions): Promise<boolean> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (workers === undefined) return false
  // One that the daily log was opened with, too, is this one.
  if ((await workers.getRegistration()) === undefined) await workers.register('/sw.js')
  // One that can't be installed is never ready, and never says so.
  const ready = await Promise.race([workers.ready, new Promise<null>((resolve) => setTimeout(() => resolve(null), readyMs))])
  await ready?.showNotification(title, options)
  return ready !== null
}

/** Hears of clicks on what a service worker shows (public/sw.js). */
export function onOpened(open: (path: string) => void): () => void {
  const hear = ({ data }: MessageEvent<{ openedPath?: unknown } | null>) => {
    if (typeof data?.openedPath === 'string') open(data.openedPath)
  }
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  worker?.addEventListener('message', hear)
  return () => worker?.removeEventListener('message', hear)
}
