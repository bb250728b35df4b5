import enUS from '#locales/notify.en-US.json' with { type: 'json' }
import ptBR from '#locales/notify.pt-BR.json' with { type: 'json' }
import zhCN from '#locales/notify.zh-CN.json' with { type: 'json' }
import zhTW from '#locales/notify.zh-TW.json' with { type: 'json' }
import type { Language } from '../languages.ts'

type WordId = keyof typeof zhCN

/** Words of mails and SMS, by language. */
export const words: Record<Language, Record<WordId, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
}

/** Returns a text with its placeholders filled. Values that people entered are put on one line. */
export function translate(language: Language, id: WordId, values: Record<string, string | number>): string {
  return words[language][id].replaceAll(/\{(\w+)\}/g, (_place, name: string) =>
    String(values[name] ?? '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '),
  )
}
