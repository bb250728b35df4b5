import enUS from '#locales/site.en-US.json' with { type: 'json' }
import ptBR from '#locales/site.pt-BR.json' with { type: 'json' }
import zhCN from '#locales/site.zh-CN.json' with { type: 'json' }
import zhTW from '#locales/site.zh-TW.json' with { type: 'json' }
import { platformZone } from '#contract/content/texts.ts'
import type { Language } from '../languages.ts'

export type SiteWord = keyof typeof zhCN

const words: Record<Language, Record<SiteWord, string>> = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS, 'pt-BR': ptBR }

/** Returns a text in one language. */
export type Translate = (id: SiteWord, values?: Readonly<Record<string, string | number>>) => string

export function sayIn(language: Language): Translate {
  return (id, values = {}) =>
    words[language][id].replaceAll(/\{(\w+)\}/g, (_place, name: string) => String(values[name] ?? ''))
}

/** Formats an instant as a day. */
export function dayOf(language: Language, instant: string | number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: platformZone }).format(
    typeof instant === 'string' ? Date.parse(instant) : instant,
  )
}

/** Formats a calendar day, `2026-05-01`. */
export function calendarDay(language: Language, day: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
}

/** Formats a day for narrow columns: `2026-05-01`. */
export function shortDay(instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: platformZone }).format(Date.parse(instant))
}
