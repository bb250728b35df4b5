import { IntlMessageFormat } from 'intl-messageformat'
import enUS from '#locales/en-US.json' with { type: 'json' }
import ptBR from '#locales/pt-BR.json' with { type: 'json' }
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import reportEnUS from '#locales/report.en-US.json' with { type: 'json' }
import reportPtBR from '#locales/report.pt-BR.json' with { type: 'json' }
import reportZhCN from '#locales/report.zh-CN.json' with { type: 'json' }
import reportZhTW from '#locales/report.zh-TW.json' with { type: 'json' }
import zhTW from '#locales/zh-TW.json' with { type: 'json' }
import type { Language } from '../../languages.ts'

export type ReportWord = keyof typeof reportZhCN
type Values = Record<string, string | number | null>

/** The console's words: a thing is called the same in a report. */
const consoleWords: Record<Language, Record<string, string>> = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS, 'pt-BR': ptBR }
/** Words of every report. */
const reportWords: Record<Language, Record<ReportWord, string>> = { 'zh-CN': reportZhCN, 'zh-TW': reportZhTW, 'en-US': reportEnUS, 'pt-BR': reportPtBR }
const currency = 'CNY'

/** Words of one language, for one farm. */
export interface Words {
  language: Language
  timeZone: string
  /** A word that reports have. */
  own(id: ReportWord, values?: Values): string
  /** A word that the console has, by its id; the id where there is none. */
  say(id: string, values?: Values): string
  /** Things side by side, those that are there. */
  join(...parts: readonly (string | false | null | undefined)[]): string
  list(words: readonly string[]): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** An amount as the server keeps it: a decimal text. */
  amount(value: string): string
  /** A coverage as many times the debt: cut, never rounded up; a dash for none. */
  coverage(ratio: string | null): string
  /** A day (`2026-05-01`). */
  day(date: string): string
  /** An instant (ISO 8601 or epoch ms) by the farm's clocks; a dash for none. */
  instant(at: string | number | null): string
}

/** The same, with the words that one kind of report has for itself. */
export interface OwnWords<Id extends string> extends Words {
  own(id: Id | ReportWord, values?: Values): string
}

/**
 * @param ownWords those of the report, by language
 * @param timeZone the farm's
 */
export function wordsIn<Id extends string>(ownWords: Record<Language, Record<Id, string>>, language: Language, timeZone: string): OwnWords<Id> {
  const clock = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const lists = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' })
  const money = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const times = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode: 'trunc' })
  const format = (text: string, values: Values) => String(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format(values))
  const all: Record<Id | ReportWord, string> = { ...reportWords[language], ...ownWords[language] }
  const say = (id: string, values: Values = {}) => format(consoleWords[language][id] ?? `'${id}'`, values)
  return {
    language,
    timeZone,
    own: (id, values = {}) => format(all[id], values),
    say,
    join(...parts) {
      const there = parts.filter((part): part is string => typeof part === 'string' && part !== '')
      return there.length === 0 ? '' : there.reduce((first, next) => say('join.parts', { first, next }))
    },
    list: (words) => lists.format(words),
    number: (value, options) => new Intl.NumberFormat(language, options).format(value),
    amount: (value) => money.format(value as `${number}`),
    coverage: (ratio) => (ratio === null ? '–' : say('coverage.times', { ratio: times.format(Number(ratio)) })),
    day: (date) => days.format(Date.parse(date)),
    instant: (at) => (at === null ? '–' : clock.format(typeof at === 'string' ? Date.parse(at) : at)),
  }
}
