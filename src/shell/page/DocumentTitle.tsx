import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import type { Screen } from '../../navigation/screen.ts'
import { joinParts } from '../../locale/joins.ts'

/** Sets the browser tab's title: the screen's name, with the console's name except on walls. */
export function DocumentTitle({ screen }: { screen: Screen }) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: screen.titleId })
  const title = screen.wall ? joinParts(intl, name, 'Drover') : intl.formatMessage({ id: 'shell.pageTitle' }, { name })
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}
