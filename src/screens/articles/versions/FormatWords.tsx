import { useIntl } from 'react-intl'
import type { MessageId } from '../../../locale/languages.ts'
import { listWords } from '../../../locale/joins.ts'
import type { Format } from './richLines.ts'

/** Formats that have a button in the editor, with its label. */
const named: Readonly<Record<string, MessageId>> = {
  strong: 'rich.bold',
  em: 'rich.italic',
  u: 'rich.underline',
  s: 'rich.strike',
  a: 'rich.link',
  h2: 'rich.heading1',
  h3: 'rich.heading2',
  h4: 'rich.heading3',
  ul: 'rich.bullets',
  ol: 'rich.numbers',
  blockquote: 'rich.quote',
  pre: 'rich.code',
  table: 'rich.tableTools',
  caption: 'rich.caption',
  'class=align-center': 'rich.alignCenter',
  'class=align-right': 'rich.alignRight',
}

/** Describes the formatting of words: bold, a link to a URL. A kind without a name is a paragraph. */
export function FormatWords({ formats, isKind = false }: { formats: readonly Format[]; isKind?: boolean }) {
  const intl = useIntl()
  const words = formats.map(({ name, value }) => {
    const id = named[`${name}=${value}`] ?? named[name]
    if (id === undefined) return value === '' ? name : `${name}="${value}"`
    return `${intl.formatMessage({ id })}${name === 'a' ? ` ${value}` : ''}`
  })
  const said = words.length === 0 && isKind ? [intl.formatMessage({ id: 'article.paragraph' })] : words
  return <small className="article-difference-format">[{listWords(intl, said)}]</small>
}
