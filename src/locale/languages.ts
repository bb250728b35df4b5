import type { messages } from './messages/zhCn.ts'

export type MessageId = keyof typeof messages & string
export type Messages = Record<MessageId, string>

interface LanguageLine {
  name: string
  load: () => Promise<{ messages: Messages }>
}

/**
 * Languages of the console: a line here, a module in messages/ and a file in locales/. The first is the default.
 * The modules import the files statically: browsers reject the JSON attribute that Vite's development server leaves in dynamic imports.
 */
export const languages = {
  'zh-CN': { name: '简体中文', load: () => import('./messages/zhCn.ts') },
  'zh-TW': { name: '繁體中文', load: () => import('./messages/zhTw.ts') },
  'en-US': { name: 'English', load: () => import('./messages/enUs.ts') },
  'pt-BR': { name: 'Português', load: () => import('./messages/ptBr.ts') },
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
