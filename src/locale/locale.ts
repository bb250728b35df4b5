import { screenWords } from 'virtual:screen-words'
import { create } from 'zustand'
import { defaultLanguage, directionOf, languageFor, languages, type Language, type Messages } from './languages.ts'

const key = 'locale'

interface LocaleState {
  /** As stored; may be one whose words are another language's. */
  locale: string
  language: Language
  direction: 'ltr' | 'rtl'
  messages: Messages | null
  /** The folders of screens whose own words are among them. */
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

/** The side on which lines end, where drawers with details open. */
export const useEndSide = () => useLocale(({ direction }) => (direction === 'rtl' ? 'left' : 'right'))

/** The words of a language: those of all screens, and those of some folders alone. */
async function loadWords(language: Language, folders: readonly string[]): Promise<Messages> {
  const parts = folders.flatMap((folder) => screenWords[language]?.[folder] ?? [])
  const [words, ...own] = await Promise.all([languages[language].load(), ...parts.map((load) => load())])
  return Object.assign({}, words.default, ...own.map((part) => part.default)) as Messages
}

/** Loads a locale's words, then shows and remembers it: until they are there the screen keeps the old ones. */
export async function setLocale(locale: string): Promise<void> {
  const language = languageFor(locale)
  const { folders } = useLocale.getState()
  const messages = await loadWords(language, folders)
  // A screen with words of its own came meanwhile.
  if (useLocale.getState().folders !== folders) return setLocale(locale)
  useLocale.setState({ locale, language, direction: directionOf(locale), messages })
  document.documentElement.lang = locale
  document.documentElement.dir = directionOf(locale)
  try {
    localStorage.setItem(key, locale)
    // The public site, which the server makes, reads it there.
    document.cookie = `${key}=${encodeURIComponent(locale)}; path=/; max-age=31536000; samesite=lax`
  } catch {
    // A browser that keeps nothing still shows the language for this visit.
  }
}

/** The script of a screen, once the words are there that the screens of its folder use alone. The build puts it into the table of screens. */
export async function withWords<Script>(folder: string, script: Promise<Script>): Promise<Script> {
  const { folders, language } = useLocale.getState()
  if (folders.includes(folder) || !screenWords[language]?.[folder]) return script
  const all = [...folders, folder]
  const [loaded, messages] = await Promise.all([script, loadWords(language, all)])
  const now = useLocale.getState()
  // Another language, or another screen, came meanwhile.
  if (now.language !== language || now.folders !== folders) return withWords(folder, script)
  useLocale.setState({ messages, folders: all })
  return loaded
}

/** Another tab chose a language: this one follows, unless the words can't be loaded. @returns what ends it */
export function followLocale(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key === key) setLocale(read()).catch(() => {})
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}
