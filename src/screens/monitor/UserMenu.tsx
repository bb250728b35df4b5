import { useIntl } from 'react-intl'
import { signOut } from '../../access/signOut.ts'
import { LanguageSelect } from '../../locale/LanguageSelect.tsx'
import { useSession } from '../../store/session.ts'

/** Language and the way out, behind one discreet button: nobody touches a wall, but somebody hangs it up. */
export function UserMenu() {
  const intl = useIntl()
  const session = useSession((state) => state.session)
  return (
    <div className="wall-user">
      <button type="button" popoverTarget="wall-user-menu" aria-label={intl.formatMessage({ id: 'session.menu' })}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="4" cy="10" r="1.7" />
          <circle cx="10" cy="10" r="1.7" />
          <circle cx="16" cy="10" r="1.7" />
        </svg>
      </button>
      <div id="wall-user-menu" popover="auto">
        {session?.organisationName && <strong>{session.organisationName}</strong>}
        {session?.role && <span>{intl.formatMessage({ id: `role.${session.role}` })}</span>}
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
