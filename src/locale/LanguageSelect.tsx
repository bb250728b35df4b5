import { useIntl } from 'react-intl'
import { languageCodes, languages } from './languages.ts'
import { setLocale, useLocale } from './locale.ts'

/** The browser's own select: keyboard, screen readers and a phone's picker come with it. */
export function LanguageSelect({ className }: { className?: string }) {
  const intl = useIntl()
  const language = useLocale((state) => state.language)
  return (
    <select
      className={className}
      aria-label={intl.formatMessage({ id: 'language' })}
      value={language}
      onChange={(event) => void setLocale(event.target.value)}
    >
      {languageCodes.map((code) => (
        <option key={code} value={code} lang={code}>
          {languages[code].name}
        </option>
      ))}
    </select>
  )
}
