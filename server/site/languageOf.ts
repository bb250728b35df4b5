import { type Language, languages } from '../languages.ts'

/** A language as somebody asked for it: the words that there are, which the page says that it is in, and the side from which its reader expects a page to begin. */
export interface Spoken {
  /** The language in the address and in the cookie. */
  asked: string
  language: Language
  direction: 'ltr' | 'rtl'
}

const names: Readonly<Record<Language, string>> = { 'zh-CN': '简体中文', 'zh-TW': '繁體中文', 'en-US': 'English', 'pt-BR': 'Português' }
/** Each language by the name that it has for itself. */
export const languageNames = names

/** Languages that are written from the right and have no words yet: they get those of the console's choice. */
const rightToLeft = ['he', 'ar', 'fa', 'ku'] as const
const fallback: Language = 'en-US'

/** The languages that a page may be asked for in; another is none. */
function spokenAs(asked: string | undefined): Spoken | undefined {
  const tag = (asked ?? '').slice(0, 20).toLowerCase()
  const tongue = tag.split(/[-_]/)[0] ?? ''
  if (tongue === '') return undefined
  const right = rightToLeft.find((one) => one === tongue)
  if (right) return { asked: right, language: fallback, direction: 'rtl' }
  const language = languages.find((one) => one.toLowerCase() === tag) ?? languages.find((one) => one.split('-')[0] === tongue)
  return language && { asked: language, language, direction: 'ltr' }
}

/** The language of a page that nobody has asked for in another. */
export const usualLanguage: Language = languages[0]
const usual: Spoken = { asked: usualLanguage, language: usualLanguage, direction: 'ltr' }

/** The language of a page: as its address says, else as the browser remembers, else the first. */
export function languageOf(lang: string | undefined, cookies: string | undefined): Spoken {
  const kept = /(?:^|;\s*)locale=([\w-]{2,20})(?:;|$)/.exec(cookies ?? '')?.[1]
  return spokenAs(lang) ?? spokenAs(kept) ?? usual
}

/** The header that has a browser remember the language for this site and the console. */
export function languageCookie({ asked }: Spoken, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `locale=${asked}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}
