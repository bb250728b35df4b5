import { Fragment } from 'react'
import { useIntl } from 'react-intl'
import type { Article } from '#contract/content/articles.ts'
import { contentLanguages } from '#contract/content/texts.ts'
import { FormatWords } from './FormatWords.tsx'
import { linesOf, plainLine, type RichLine } from './richLines.ts'
import { differenceOf, type Line, type Piece } from './textDifference.ts'

type Compared = Pick<Article, 'type' | 'texts' | 'coverImageId'>
type Text = Compared['texts'][keyof Compared['texts']]

/** Returns an article's text in one language as lines: title, summary, body. */
function linesIn(text: Text): RichLine[] {
  return text === undefined
    ? []
    : [...[text.title, text.summary].filter((line) => line !== '').map(plainLine), ...linesOf(text.body)]
}

const isSame = (one: Text, other: Text) =>
  one?.title === other?.title && one?.summary === other?.summary && one?.body === other?.body

/** Differences between two versions of an article: removed parts struck out, added parts underlined. */
export function ArticleDifference({ before, after }: { before: Compared; after: Compared }) {
  const intl = useIntl()
  const parts = contentLanguages
    .filter((language) => !isSame(before.texts[language], after.texts[language]))
    .map((language) => ({
      language,
      lines: differenceOf(linesIn(before.texts[language]), linesIn(after.texts[language])),
    }))
  const hasOtherCover = before.coverImageId !== after.coverImageId
  if (parts.length === 0 && before.type === after.type && !hasOtherCover)
    return <p>{intl.formatMessage({ id: 'article.same' })}</p>
  return (
    <>
      {before.type !== after.type && (
        <p>
          {intl.formatMessage({ id: 'article.type' })}{' '}
          <del>{intl.formatMessage({ id: `articleType.${before.type}` })}</del>{' '}
          <ins>{intl.formatMessage({ id: `articleType.${after.type}` })}</ins>
        </p>
      )}
      {hasOtherCover && <p>{intl.formatMessage({ id: 'article.otherCover' })}</p>}
      {parts.map(({ language, lines }) => (
        <section
          key={language}
          className="article-difference"
          aria-label={intl.formatMessage({ id: `contentLanguage.${language}` })}
        >
          <h3>{intl.formatMessage({ id: `contentLanguage.${language}` })}</h3>
          {/* The lines are equal but the stored text differs, for example when one list item was split in two. */}
          {lines.every(({ is }) => is === 'same') && <p>{intl.formatMessage({ id: 'article.otherStructure' })}</p>}
          {lines.map((line, index) => (
            // Lines have no other key than their index.
            <OneLine key={index} line={line} language={language} />
          ))}
        </section>
      ))}
    </>
  )
}

function OneLine({ line: { is, kinds, parts }, language }: { line: Line; language: string }) {
  return (
    <p lang={language} data-is={is}>
      {kinds && (
        <>
          <del>
            <FormatWords formats={kinds.before} isKind />
          </del>{' '}
          <ins>
            <FormatWords formats={kinds.after} isKind />
          </ins>{' '}
        </>
      )}
      {parts.map((piece, at) => (
        <Fragment key={at}>
          <OnePiece piece={piece} />
        </Fragment>
      ))}
    </p>
  )
}

function OnePiece({ piece: { is, text, formats } }: { piece: Piece }) {
  if (is === 'same') return text
  const Change = is === 'gone' ? 'del' : 'ins'
  return (
    <Change>
      {text}
      {formats.length > 0 && (
        <>
          {' '}
          <FormatWords formats={formats} />
        </>
      )}
    </Change>
  )
}
