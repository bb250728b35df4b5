import enUS from '#locales/en-US.json' with { type: 'json' }
import ptBR from '#locales/pt-BR.json' with { type: 'json' }
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import zhTW from '#locales/zh-TW.json' with { type: 'json' }
import type { Language } from '../../languages.ts'

/** A word of the console. */
export type WordId = keyof typeof zhCN

const words: Record<Language, Record<WordId, string>> = { 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS, 'pt-BR': ptBR }

export const wordIn = (language: Language, id: WordId): string => words[language][id]

/** Returns a word in every language. */
export const wordsOf = (id: WordId): string[] => Object.values(words).map((language) => language[id])
