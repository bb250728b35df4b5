import type { ConfigProviderProps } from 'antd'
import enUS from 'antd/locale/en_US.js'
import ptBR from 'antd/locale/pt_BR.js'
import zhCN from 'antd/locale/zh_CN.js'
import zhTW from 'antd/locale/zh_TW.js'
import type { Language } from './languages.ts'

type Locale = NonNullable<ConfigProviderProps['locale']>

/** The files are CommonJS: depending on the bundler their default export is unwrapped or not. */
function unwrap(file: Locale | { default: Locale }): Locale {
  return 'default' in file ? file.default : file
}

/** Translations of antd's own components. */
export const antdLocales: Record<Language, Locale> = {
  'zh-CN': unwrap(zhCN),
  'zh-TW': unwrap(zhTW),
  'en-US': unwrap(enUS),
  'pt-BR': unwrap(ptBR),
}
