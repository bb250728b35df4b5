import { type Language, languages } from '../languages.ts'

/** A requested language: the language of the words, and the reading direction of the page. */
export interface Spoken {
  /** The language in the address and the cookie. */
  asked: string
  language: Language
  direction: 'ltr' | 'rtl'
}

const names: Readonly<Record<Language, string>> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
  'pt-BR': 'Português',
}
/** Names of the languages, in themselves. */
export const languageNames = names

/** Right-to-left languages without words yet: they use the fallback language. */
const rightToLeft = ['he', 'ar', 'fa', 'ku'] as const
const fallback: Language = 'en-US'

/** Parses a requested language; undefined when it is not supported. */
function parseSpoken(asked: string | undefined): Spoken | undefined {
  const tag = (asked ?? '').slice(0, 20).toLowerCase()
  const tongue = tag.split(/[-_]/)[0] ?? ''
  if (tongue === '') return undefined
  const right = rightToLeft.find((one) => one === tongue)
  if (right) return { asked: right, language: fallback, direction: 'rtl' }
  const language =
    languages.find((one) => one.toLowerCase() === tag) ?? languages.find((one) => one.split('-')[0] === tongue)
  return language && { asked: language, language, direction: 'ltr' }
}

/** Default language of pages. */
export const defaultLanguage: Language = languages[0]
const defaultSpoken: Spoken = { asked: defaultLanguage, language: defaultLanguage, direction: 'ltr' }

/** Returns the language of a page: from the address, else from the browser's cookie, else the default. */
export function languageOf(lang: string | undefined, cookies: string | undefined): Spoken {
  const rememberedLanguage = /(?:^|;\s*)locale=([\w-]{2,20})(?:;|$)/.exec(cookies ?? '')?.[1]
  return parseSpoken(lang) ?? parseSpoken(rememberedLanguage) ?? defaultSpoken
}

/** Returns the header that makes the browser remember the language for the site and the console. */
export function languageCookie({ asked }: Spoken, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `locale=${asked}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}
