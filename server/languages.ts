/** The languages that the server supports. */
export const languages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR'] as const
export type Language = (typeof languages)[number]

const defaultLanguage: Language = 'zh-CN'

/** Lower-case language tags and bare languages, mapped to ours. */
const languageByTag: ReadonlyMap<string, Language> = new Map([
  ['zh-cn', 'zh-CN'],
  ['zh-hans', 'zh-CN'],
  ['zh', 'zh-CN'],
  ['zh-tw', 'zh-TW'],
  ['zh-hk', 'zh-TW'],
  ['zh-mo', 'zh-TW'],
  ['zh-hant', 'zh-TW'],
  ['en-us', 'en-US'],
  ['en', 'en-US'],
  ['pt-br', 'pt-BR'],
  ['pt', 'pt-BR'],
] as const)

/** Returns the language that an `Accept-Language` header prefers among ours; Simplified Chinese without a match. */
export function readLanguage(acceptLanguage: string | undefined): Language {
  const preferences = (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { tag } of preferences) {
    const subtags = tag.split('-')
    for (let length = subtags.length; length > 0; length--) {
      const language = languageByTag.get(subtags.slice(0, length).join('-'))
      if (language) return language
    }
  }
  return defaultLanguage
}
