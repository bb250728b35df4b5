import enUS from '#locales/evidence.en-US.json' with { type: 'json' }
import ptBR from '#locales/evidence.pt-BR.json' with { type: 'json' }
import zhCN from '#locales/evidence.zh-CN.json' with { type: 'json' }
import zhTW from '#locales/evidence.zh-TW.json' with { type: 'json' }
import type { Language } from '../../languages.ts'
import type { OwnWords, ReportWord } from '../pdf/words.ts'

type OwnWord = keyof typeof zhCN
export type EvidenceWord = OwnWord | ReportWord
export type EvidenceWords = OwnWords<OwnWord>

export const evidenceWords: Record<Language, Record<OwnWord, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
}
