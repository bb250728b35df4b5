import { useIntl } from 'react-intl'
import { Link, useLocation } from 'react-router-dom'
import type { Role } from '#contract/people/roles.ts'
import { maySee, nameIdOf, opensIn, useScreenTable, type Screen } from '../../../navigation/screen.ts'
import { signOut } from '../../../api/signOut.ts'
import { LanguageSelect } from '../../../shell/LanguageSelect.tsx'
import { useSession } from '../../../api/session.ts'
import { useAccount } from '../../../store/account.ts'
import { joinParts } from '../../../locale/joins.ts'
import { approvalsPath } from '../../../navigation/paths.ts'
import { useTicketsToDecide } from '../../../store/useTicketsToDecide.ts'

/** Returns the first screen of the menu that is not a wall, or any other one: the way back into the console. */
function consoleScreen(table: readonly Screen[], role: Role | null): Screen | undefined {
  const inShell = table.filter(
    (screen) => screen.wall !== true && screen.roles !== 'open' && !screen.path.includes(':') && maySee(screen, role),
  )
  return inShell.find(({ menu }) => menu !== undefined) ?? inShell[0]
}

/** Language and sign-out behind an unobtrusive button, needed only when setting up a wall. */
export function UserMenu() {
  const intl = useIntl()
  const session = useSession((state) => state.session)
  const table = useScreenTable()
  const account = useAccount()
  // Assumes a wall until the account has loaded, as a wall must never link to the console.
  const isDisplay = account?.isDisplay ?? true
  const back = session && !isDisplay && consoleScreen(table, session.role)
  const { pathname } = useLocation()
  const others = table.filter(
    (screen) =>
      screen.wall === true &&
      screen.roles !== 'open' &&
      screen.path !== pathname &&
      opensIn(screen, session ?? { role: null }),
  )
  const tickets = useTicketsToDecide()
  return (
    <div className="wall-user">
      <button
        type="button"
        popoverTarget="wall-user-menu"
        aria-label={joinParts(
          intl,
          intl.formatMessage({ id: 'session.menu' }),
          tickets > 0 && intl.formatMessage({ id: 'monitor.toDecide' }, { count: tickets }),
        )}
        data-waiting={tickets > 0 || undefined}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="4" cy="10" r="1.7" />
          <circle cx="10" cy="10" r="1.7" />
          <circle cx="16" cy="10" r="1.7" />
        </svg>
      </button>
      <div id="wall-user-menu" popover="auto">
        {session?.organisationName && <strong>{session.organisationName}</strong>}
        {!isDisplay && session?.role && <span>{intl.formatMessage({ id: `role.${session.role}` })}</span>}
        {tickets > 0 && (
          <Link to={approvalsPath}>{intl.formatMessage({ id: 'monitor.toDecide' }, { count: tickets })}</Link>
        )}
        {others.map((screen) => (
          <Link key={screen.path} to={screen.path}>
            {intl.formatMessage({ id: nameIdOf(screen) })}
          </Link>
        ))}
        {back && <Link to={back.path}>{intl.formatMessage({ id: 'wall.console' })}</Link>}
        <LanguageSelect />
        <button
          type="button"
          onClick={() => {
            if (document.fullscreenElement) void document.exitFullscreen()
            else void document.documentElement.requestFullscreen()
          }}
        >
          {intl.formatMessage({ id: 'action.fullScreen' })}
        </button>
        <button type="button" onClick={() => void signOut()}>
          {intl.formatMessage({ id: 'session.signOut' })}
        </button>
      </div>
    </div>
  )
}
