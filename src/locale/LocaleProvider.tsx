import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { defaultLanguage } from './languages.ts'
import { useLocale } from './locale.ts'

/** Provides translations to its children; renders nothing until the first language has loaded. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const language = useLocale((state) => state.language)
  const messages = useLocale((state) => state.messages)
  if (!messages) return null
  return (
    <IntlProvider locale={language} defaultLocale={defaultLanguage} messages={messages}>
      {children}
    </IntlProvider>
  )
}
