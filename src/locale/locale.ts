import { screenWords } from 'virtual:screen-words'
import { create } from 'zustand'
import { defaultLanguage, directionOf, languageFor, languages, type Language, type Messages } from './languages.ts'

const key = 'locale'

interface LocaleState {
  /** Stored locale; its texts may come from another language. */
  locale: string
  language: Language
  direction: 'ltr' | 'rtl'
  messages: Messages | null
  /** Screen folders whose own texts are loaded. */
  folders: readonly string[]
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
  folders: [],
}))

/** Returns the side at which lines end, where drawers with details open. */
export const useEndSide = () => useLocale(({ direction }) => (direction === 'rtl' ? 'left' : 'right'))

/** Loads the texts of a language: shared ones, and those of some screen folders. */
async function loadWords(language: Language, folders: readonly string[]): Promise<Messages> {
  const parts = folders.flatMap((folder) => screenWords[language]?.[folder] ?? [])
  const [words, ...own] = await Promise.all([languages[language].load(), ...parts.map((load) => load())])
  return Object.assign({}, words.messages, ...own.map((part) => part.default)) as Messages
}

/** Loads a locale's texts, then applies and stores it; the screen keeps the old texts until then. */
export async function setLocale(locale: string): Promise<void> {
  const language = languageFor(locale)
  const { folders } = useLocale.getState()
  const messages = await loadWords(language, folders)
  // A screen with texts of its own has loaded since.
  if (useLocale.getState().folders !== folders) return setLocale(locale)
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

/** Loads a screen's script together with the texts used only by its folder. The build inserts this call into the table of screens. */
export async function withWords<Script>(folder: string, script: Promise<Script>): Promise<Script> {
  const { folders, language } = useLocale.getState()
  if (folders.includes(folder) || !screenWords[language]?.[folder]) return script
  const all = [...folders, folder]
  const [loaded, messages] = await Promise.all([script, loadWords(language, all)])
  const now = useLocale.getState()
  // The language has changed, or another screen has loaded, since.
  if (now.language !== language || now.folders !== folders) return withWords(folder, script)
  useLocale.setState({ messages, folders: all })
  return loaded
}

/** Follows a language chosen in another tab, unless its texts fail to load. @returns stops it */
export function followLocale(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key === key) setLocale(read()).catch(() => {})
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
