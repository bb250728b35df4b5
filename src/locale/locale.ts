import { create } from 'zustand'
import { defaultLanguage, directionOf, languageFor, languages, type Language, type Messages } from './languages.ts'

const key = 'locale'

interface LocaleState {
  /** As stored; may be one whose words are another language's. */
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

/** The side on which lines end, where drawers with details open. */
export const useEndSide = () => useLocale(({ direction }) => (direction === 'rtl' ? 'left' : 'right'))

/** Loads a locale's words, then shows and remembers it: until they are there the screen keeps the old ones. */
export async function setLocale(locale: string): Promise<void> {
  const language = languageFor(locale)
  const words = await languages[language].load()
  useLocale.setState({ locale, language, direction: directionOf(locale), messages: words.default })
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  try {
    localStorage.setItem(key, locale)
  } catch {
    // A browser that keeps nothing still shows the language for this visit.
  }
}

/** Another tab chose a language: this one follows, unless the words can't be loaded. @returns what ends it */
export function followLocale(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key === key) setLocale(read()).catch(() => {})
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
