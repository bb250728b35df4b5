import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { parentsOf } from './menu.ts'
import { nameIdOf, useScreenTable } from '../navigation/screen.ts'
import { useScreen } from '../navigation/useScreen.ts'

/** Position of the open page: menu group, parent screens, and the page itself. */
export function Breadcrumbs() {
  const intl = useIntl()
  const screens = useScreenTable()
  const screen = useScreen()
  if (!screen) return null
  const parents = parentsOf(screens, screen)
  const group = (parents[0] ?? screen).menu
  return (
    <nav className="breadcrumbs" aria-label={intl.formatMessage({ id: 'shell.breadcrumbs' })}>
      <ol>
        {group && <li>{intl.formatMessage({ id: `nav.${group}` })}</li>}
        {parents.map((parent) => (
          <li key={parent.path}>
            <Link to={parent.path}>{intl.formatMessage({ id: nameIdOf(parent) })}</Link>
          </li>
        ))}
        <li aria-current="page">{intl.formatMessage({ id: nameIdOf(screen) })}</li>
      </ol>
    </nav>
  )
}
