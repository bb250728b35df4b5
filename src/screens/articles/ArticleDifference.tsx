import { useIntl } from 'react-intl'
import type { Article } from '#contract/content/articles.ts'
import { contentLanguages } from '#contract/content/texts.ts'
import { differenceOf, linesOf } from './textDifference.ts'

type Compared = Pick<Article, 'type' | 'texts' | 'coverImageId'>

/** What an article says as lines: of each language its title, its summary and its text. */
function linesIn(text: Compared['texts'][keyof Compared['texts']]): string[] {
  return text === undefined ? [] : [text.title, text.summary, ...linesOf(text.body)].filter((line) => line !== '')
}

/** What an article said, struck out where it says so no more, with what was added underlined. */
export function ArticleDifference({ before, after }: { before: Compared; after: Compared }) {
  const intl = useIntl()
  const parts = contentLanguages.map((language) => ({ language, lines: differenceOf(linesIn(before.texts[language]), linesIn(after.texts[language])) })).filter(({ lines }) => lines.some(({ is }) => is !== 'same'))
  const hasOtherCover = before.coverImageId !== after.coverImageId
  if (parts.length === 0 && before.type === after.type && !hasOtherCover) return <p>{intl.formatMessage({ id: 'article.same' })}</p>
  return (
    <>
      {before.type !== after.type && (
        <p>
          {intl.formatMessage({ id: 'article.type' })} <del>{intl.formatMessage({ id: `articleType.${before.type}` })}</del> <ins>{intl.formatMessage({ id: `articleType.${after.type}` })}</ins>
        </p>
      )}
      {hasOtherCover && <p>{intl.formatMessage({ id: 'article.otherCover' })}</p>}
      {parts.map(({ language, lines }) => (
        <section key={language} className="article-difference" aria-label={intl.formatMessage({ id: `contentLanguage.${language}` })}>
          <h3>{intl.formatMessage({ id: `contentLanguage.${language}` })}</h3>
          {lines.map(({ is, parts: pieces }, index) => (
            // Lines have no names but their places.
            <p key={index} lang={language} data-is={is}>
              {pieces.map((piece, at) => {
                if (piece.is === 'same') return piece.text
                const Change = piece.is === 'gone' ? 'del' : 'ins'
                return <Change key={at}>{piece.text}</Change>
              })}
            </p>
          ))}
        </section>
      ))}
    </>
  )
}
