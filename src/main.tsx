import '@fontsource-variable/inter/wght.css'
import 'virtual:colours.css'
import './style.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './Console.tsx'
import { setLocale, useLocale } from './locale/locale.ts'
import { loadChunk } from './navigation/loadChunk.ts'

async function start(): Promise<void> {
  // `?locale=ar` opens the console in a locale that is not yet selectable or has no translations.
  const requested = new URLSearchParams(window.location.search).get('locale')
  await loadChunk(() => setLocale(requested || useLocale.getState().locale), true)
  const root = document.getElementById('root')
  if (root)
    createRoot(root).render(
      <StrictMode>
        <Console />
      </StrictMode>,
    )
}

void start()
