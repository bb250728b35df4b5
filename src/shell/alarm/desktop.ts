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
    // Chrome on Android lets service workers alone show one. There is one where the daily log was opened.
    return showByWorker(title, { body, tag, data: { path } }).catch(() => false)
  }
}

async function showByWorker(title: string, options: NotificationOptions): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.showNotification(title, options)
  return registration !== undefined
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
