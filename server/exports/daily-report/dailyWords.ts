import enUS from '#locales/daily.en-US.json' with { type: 'json' }
import ptBR from '#locales/daily.pt-BR.json' with { type: 'json' }
import zhCN from '#locales/daily.zh-CN.json' with { type: 'json' }
import zhTW from '#locales/daily.zh-TW.json' with { type: 'json' }
import type { Language } from '../../languages.ts'
import type { OwnWords } from '../pdf/words.ts'

type DailyWord = keyof typeof zhCN
export type DailyWords = OwnWords<DailyWord>

export const dailyWords: Record<Language, Record<DailyWord, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
}
