import { languages, type Language } from '../../locale/languages.ts'
import { loadChunk } from '../../navigation/loadChunk.ts'

type ErrorWords = Readonly<Record<string, string>>

const loading = new Map<Language, Promise<ErrorWords>>()

/** Loads the server's error messages, once per language; empty after a failure. */
export function loadErrorWords(language: Language): Promise<ErrorWords> {
  const known = loading.get(language)
  if (known) return known
  const words = loadChunk<{ default: ErrorWords }>(languages[language].loadErrors, false).then(
    (loaded) => loaded.default,
    () => {
      loading.delete(language)
      return {}
    },
  )
  loading.set(language, words)
  return words
}
