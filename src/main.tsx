import '@fontsource-variable/inter/wght.css'
import './style.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './Console.tsx'
import { setLocale, useLocale } from './locale/locale.ts'
import { replaceLiveSocket } from './store/liveSocket.ts'

async function start(): Promise<void> {
  // `?locale=ar` opens the console in a language that nobody has chosen yet, or that has no words here.
  const requested = new URLSearchParams(window.location.search).get('locale')
  const words = setLocale(requested || useLocale.getState().locale)
  if (import.meta.env.MODE === 'mock') {
    const { startMocks } = await import('#mocks/browser.ts')
    replaceLiveSocket(await startMocks())
  }
  await words
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<StrictMode><Console /></StrictMode>)
}

void start()
