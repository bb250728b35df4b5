import type { ErrorCode } from '#contract/envelope.ts'
import enUS from '#locales/errors.en-US.json' with { type: 'json' }
import ptBR from '#locales/errors.pt-BR.json' with { type: 'json' }
import zhCN from '#locales/errors.zh-CN.json' with { type: 'json' }
import zhTW from '#locales/errors.zh-TW.json' with { type: 'json' }

type Messages = Record<ErrorCode, string>

const defaultLocale = 'zh-cn'

/** Lower-case language tags, and the bare languages that mean one of them. */
const messages: Record<string, Messages> = {
  'zh-cn': zhCN,
  'zh-hans': zhCN,
  zh: zhCN,
  'zh-tw': zhTW,
  'zh-hk': zhTW,
  'zh-mo': zhTW,
  'zh-hant': zhTW,
  'en-us': enUS,
  en: enUS,
  'pt-br': ptBR,
  pt: ptBR,
}

/**
 * The message of an error code in the language that an `Accept-Language` header likes best among ours; Simplified
 * Chinese when it names none of them.
 */
export function messageOf(code: ErrorCode, acceptLanguage: string | undefined): string {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) {
    const subtags = tag.split('-')
    for (let length = subtags.length; length > 0; length--) {
      const known = messages[subtags.slice(0, length).join('-')]
      if (known) return known[code]
    }
  }
  return (messages[defaultLocale] ?? zhCN)[code]
}
