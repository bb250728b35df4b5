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

/** Words of the console, so that reports use the same names. */
const consoleWords: Record<Language, Record<string, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
}
/** Words of every report. */
const reportWords: Record<Language, Record<ReportWord, string>> = {
  'zh-CN': reportZhCN,
  'zh-TW': reportZhTW,
  'en-US': reportEnUS,
  'pt-BR': reportPtBR,
}
const currency = 'CNY'

/** Texts in one language, for one farm. */
export interface Words {
  language: Language
  timeZone: string
  /** Returns a word of reports. */
  own(id: ReportWord, values?: Values): string
  /** Returns a word of the console by its id; the id itself when it does not exist. */
  say(id: string, values?: Values): string
  /** Joins the texts that are present. */
  join(...parts: readonly (string | false | null | undefined)[]): string
  list(words: readonly string[]): string
  number(value: number, options?: Intl.NumberFormatOptions): string
  /** Formats an amount, which the server stores as a decimal string. */
  amount(value: string): string
  /** Formats a coverage as a multiple of the debt, truncated and never rounded up; a dash for null. */
  coverage(ratio: string | null): string
  /** Formats a day (`2026-05-01`). */
  day(date: string): string
  /** Formats an instant (ISO 8601 or epoch ms) in the farm's time zone; a dash for null. */
  instant(at: string | number | null): string
}

/** Texts, including the words of one kind of report. */
export interface OwnWords<Id extends string> extends Words {
  own(id: Id | ReportWord, values?: Values): string
}

/**
 * @param ownWords words of the report, by language
 * @param timeZone the farm's time zone
 */
export function wordsIn<Id extends string>(
  ownWords: Record<Language, Record<Id, string>>,
  language: Language,
  timeZone: string,
): OwnWords<Id> {
  const clock = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone })
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const lists = new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' })
  const money = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const times = new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
  })
  const format = (text: string, values: Values) =>
    String(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format(values))
  const all: Record<Id | ReportWord, string> = { ...reportWords[language], ...ownWords[language] }
  const say = (id: string, values: Values = {}) => format(consoleWords[language][id] ?? `'${id}'`, values)
  return {
    language,
    timeZone,
    own: (id, values = {}) => format(all[id], values),
    say,
    join(...parts) {
      const presentParts = parts.filter((part): part is string => typeof part === 'string' && part !== '')
      return presentParts.length === 0 ? '' : presentParts.reduce((first, next) => say('join.parts', { first, next }))
    },
    list: (words) => lists.format(words),
    number: (value, options) => new Intl.NumberFormat(language, options).format(value),
    amount: (value) => money.format(value as `${number}`),
    coverage: (ratio) => (ratio === null ? '–' : say('coverage.times', { ratio: times.format(Number(ratio)) })),
    day: (date) => days.format(Date.parse(date)),
    instant: (at) => (at === null ? '–' : clock.format(typeof at === 'string' ? Date.parse(at) : at)),
  }
}
