import type { ErrorCode } from '#contract/calls/envelope.ts'
import enUS from '#locales/errors.en-US.json' with { type: 'json' }
import ptBR from '#locales/errors.pt-BR.json' with { type: 'json' }
import zhCN from '#locales/errors.zh-CN.json' with { type: 'json' }
import zhTW from '#locales/errors.zh-TW.json' with { type: 'json' }
import type { Language } from '../../locale/languages.ts'

/** The server's message for each error code. All languages load with the screen: they are too small to be worth a request each. */
export const errorWords: Record<Language, Record<ErrorCode, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
}
