import { create } from 'zustand'
import { defaultLanguage, directionOf, languageFor, languages, type Language, type Messages } from './languages.ts'

const key = 'locale'

interface LocaleState {
  /** Stored locale; its texts may come from another language. */
  locale: string
  language: Language
  direction: 'ltr' | 'rtl'
  messages: Messages | null
}

function read(): string {
  try {
    return localStorage.getItem(key) ?? defaultLanguage
  } catch {
    return defaultLanguage
  }
}

const initial = read()

export const useLocale = create<LocaleState>()(() => ({
  locale: initial,
  language: languageFor(initial),
  direction: directionOf(initial),
  messages: null,
}))

/** Returns the side at which lines end, where drawers with details open. */
export const useEndSide = () => useLocale(({ direction }) => (direction === 'rtl' ? 'left' : 'right'))

/** Loads a locale's texts, then applies and stores it; the screen keeps the old texts until then. */
export async function setLocale(locale: string): Promise<void> {
  const language = languageFor(locale)
  const { messages } = await languages[language].load()
  useLocale.setState({ locale, language, direction: directionOf(locale), messages })
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  try {
    localStorage.setItem(key, locale)
    // Read by the public site, which the server renders.
    document.cookie = `${key}=${encodeURIComponent(locale)}; path=/; max-age=31536000; samesite=lax`
  } catch {
    // Without storage the language still applies to this visit.
  }
}

/** Follows a language chosen in another tab, unless its texts fail to load. @returns stops it */
export function followLocale(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key === key) setLocale(read()).catch(() => {})
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
