import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import type { Screen } from '../../navigation/screen.ts'
import { joinParts } from '../../locale/joins.ts'

/** The name of the page in the browser's tab: a wall's alone, any other's with that of the back office. */
export function DocumentTitle({ screen }: { screen: Screen }) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: screen.titleId })
  const title = screen.wall ? joinParts(intl, name, 'Drover') : intl.formatMessage({ id: 'shell.pageTitle' }, { name })
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}
