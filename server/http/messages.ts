import type { ErrorCode } from '#contract/calls/envelope.ts'
import enUS from '#locales/errors.en-US.json' with { type: 'json' }
import ptBR from '#locales/errors.pt-BR.json' with { type: 'json' }
import zhCN from '#locales/errors.zh-CN.json' with { type: 'json' }
import zhTW from '#locales/errors.zh-TW.json' with { type: 'json' }
import { type Language, readLanguage } from '../languages.ts'

const messages: Record<Language, Record<ErrorCode, string>> = {
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'en-US': enUS,
  'pt-BR': ptBR,
}

/** Returns the message of an error code in the language that an `Accept-Language` header prefers among ours. */
export function messageOf(code: ErrorCode, acceptLanguage: string | undefined): string {
  return messages[readLanguage(acceptLanguage)][code]
}
