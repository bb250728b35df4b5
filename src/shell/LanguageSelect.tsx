import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { languageCodes, languageFor, languages, type Language } from '../locale/languages.ts'
import { setLocale, useLocale } from '../locale/locale.ts'
import { loadChunk } from '../navigation/loadChunk.ts'

/** Native select for the language, with keyboard, screen reader and phone picker support. */
export function LanguageSelect({ className }: { className?: string }) {
  const intl = useIntl()
  const language = useLocale((state) => state.language)
  const [loadingLanguage, setWanted] = useState<Language | null>(null)
  const [failed, setFailed] = useState<Language | null>(null)

  const chosen = useRef<Language | null>(null)

  const choose = async (code: Language) => {
    chosen.current = code
    setWanted(code)
    setFailed(null)
    // The old texts stay until the new ones have loaded.
    const isFailed = await loadChunk(() => setLocale(code), false).then(
      () => false,
      () => true,
    )
    if (chosen.current !== code) return
    setWanted(null)
    if (isFailed) setFailed(code)
  }
  return (
    <>
      <select
        className={className}
        aria-label={intl.formatMessage({ id: 'language' })}
        aria-busy={loadingLanguage !== null}
        value={loadingLanguage ?? language}
        onChange={(event) => void choose(languageFor(event.target.value))}
      >
        {languageCodes.map((code) => (
          <option key={code} value={code} lang={code}>
            {languages[code].name}
          </option>
        ))}
      </select>
      {failed !== null && (
        <p className="banner idle-notice" data-tone="major" role="alert">
          {intl.formatMessage(
            { id: 'language.failed' },
            { language: <bdi lang={failed}>{languages[failed].name}</bdi> },
          )}
        </p>
      )}
    </>
  )
}
