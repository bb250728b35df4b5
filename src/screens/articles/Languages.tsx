import { useIntl } from 'react-intl'
import type { ContentLanguage } from '#contract/content/texts.ts'
import { listWords } from '../../locale/joins.ts'

/** List of language names. */
export function Languages({ of }: { of: readonly ContentLanguage[] }) {
  const intl = useIntl()
  return listWords(
    intl,
    of.map((language) => intl.formatMessage({ id: `contentLanguage.${language}` })),
  )
}
