import type { ConfigProviderProps } from 'antd'
import enUS from 'antd/locale/en_US.js'
import ptBR from 'antd/locale/pt_BR.js'
import zhCN from 'antd/locale/zh_CN.js'
import zhTW from 'antd/locale/zh_TW.js'
import type { Language } from './languages.ts'

type Locale = NonNullable<ConfigProviderProps['locale']>

/** The files are CommonJS: the bundler hands out what they export, or that with its default still inside. */
function unwrap(file: Locale | { default: Locale }): Locale {
  return 'default' in file ? file.default : file
}

/** The components' own words. */
export const antdLocales: Record<Language, Locale> = {
  'zh-CN': unwrap(zhCN),
  'zh-TW': unwrap(zhTW),
  'en-US': unwrap(enUS),
  'pt-BR': unwrap(ptBR),
}
