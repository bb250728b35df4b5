import type { ErrorCode } from '#contract/calls/envelope.ts'

type Words = Awaited<ReturnType<typeof loadDefault>>['default']
export type MessageId = keyof Words & string
export type Messages = Record<MessageId, string>

function loadDefault() {
  return import('#locales/zh-CN.json', { with: { type: 'json' } })
}

interface LanguageLine {
  name: string
  load: () => Promise<{ default: Messages }>
  /** The server's messages for its error codes. */
  loadErrors: () => Promise<{ default: Record<ErrorCode, string> }>
}

/** Languages of the console: a line here and a file in locales/. The first is the default. */
export const languages = {
  'zh-CN': { name: '简体中文', load: loadDefault, loadErrors: () => import('#locales/errors.zh-CN.json', { with: { type: 'json' } }) },
  'zh-TW': { name: '繁體中文', load: () => import('#locales/zh-TW.json', { with: { type: 'json' } }), loadErrors: () => import('#locales/errors.zh-TW.json', { with: { type: 'json' } }) },
  'en-US': { name: 'English', load: () => import('#locales/en-US.json', { with: { type: 'json' } }), loadErrors: () => import('#locales/errors.en-US.json', { with: { type: 'json' } }) },
  'pt-BR': { name: 'Português', load: () => import('#locales/pt-BR.json', { with: { type: 'json' } }), loadErrors: () => import('#locales/errors.pt-BR.json', { with: { type: 'json' } }) },
} as const satisfies Record<string, LanguageLine>

export type Language = keyof typeof languages
export const languageCodes = Object.keys(languages) as Language[]
export const defaultLanguage: Language = 'zh-CN'

const rightToLeft = new Set(['he', 'ar', 'fa', 'ku'])

/** Returns the text direction of a locale, even of languages without translations. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.toLowerCase().split(/[-_]/)[0] ?? '') ? 'rtl' : 'ltr'
}

/** Returns the language for a stored locale: itself, one with the same base language, or the default. */
export function languageFor(locale: string | null): Language {
  if (!locale) return defaultLanguage
  const exact = languageCodes.find((code) => code.toLowerCase() === locale.toLowerCase())
  if (exact) return exact
  const tongue = locale.split('-')[0]?.toLowerCase()
  const near = languageCodes.find((code) => code.split('-')[0] === tongue)
  return near ?? (directionOf(locale) === 'rtl' ? 'en-US' : defaultLanguage)
}
