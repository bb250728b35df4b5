import { IntlMessageFormat } from 'intl-messageformat'
import enUS from '#locales/en-US.json' with { type: 'json' }
import evidenceEnUS from '#locales/evidence.en-US.json' with { type: 'json' }
import evidencePtBR from '#locales/evidence.pt-BR.json' with { type: 'json' }
import evidenceZhCN from '#locales/evidence.zh-CN.json' with { type: 'json' }
import evidenceZhTW from '#locales/evidence.zh-TW.json' with { type: 'json' }
import ptBR from '#locales/pt-BR.json' with { type: 'json' }
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import zhTW from '#locales/zh-TW.json' with { type: 'json' }
import type { Language } from '../../languages.ts'

export type EvidenceWord = keyof typeof evidenceZhCN
type Values = Record<string, string | number | null>

const evidenceWords: Record<Language, Record<EvidenceWord, string>> = { 'zh-CN': evidenceZhCN, 'zh-TW': evidenceZhTW, 'en-US': evidenceEnUS, 'pt-BR': evidencePtBR }
/** The console's words: a thing is called the same in a report. */
const consoleWords: Record<Language, Record<string, string>> = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS, 'pt-BR': ptBR }

/** Words of one language, for one farm. */
export interface Words {
  language: Language
  timeZone: string
  /** A word of the report itself. */
  own(id: EvidenceWord, values?: Values): string
  /** A word that the console has, by its id; the id where there is none. */
  say(id: string, values?: Values): string
  /** Things side by side, those that are there. */
  join(...parts: readonly (string | false | null | undefined)[]): string
  list(words: readonly string[]): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** An instant (ISO 8601 or epoch ms) by the farm's clocks; a dash for none. */
  instant(at: string | number | null): string
}

/** @param timeZone the farm's */
export function wordsIn(language: Language, timeZone: string): Words {
  const clock = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const lists = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' })
  const format = (text: string, values: Values) => String(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format(values))
  const say = (id: string, values: Values = {}) => format(consoleWords[language][id] ?? `'${id}'`, values)
  return {
    language,
    timeZone,
    own: (id, values = {}) => format(evidenceWords[language][id], values),
    say,
    join(...parts) {
      const there = parts.filter((part): part is string => typeof part === 'string' && part !== '')
      return there.length === 0 ? '' : there.reduce((first, next) => say('join.parts', { first, next }))
    },
    list: (words) => lists.format(words),
    number: (value, options) => new Intl.NumberFormat(language, options).format(value),
    instant: (at) => (at === null ? '–' : clock.format(typeof at === 'string' ? Date.parse(at) : at)),
  }
}
