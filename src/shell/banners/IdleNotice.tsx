import { useIntl } from 'react-intl'
import { Button } from '../../controls/Button.tsx'
import { loadAccount } from '../../store/account.ts'
import { useIdleEnd } from '../../store/useIdleEnd.ts'

/** Says some minutes before that a session which nobody uses ends. To press the button is an act, as any other is. */
export function IdleNotice() {
  const intl = useIntl()
  const endsAt = useIdleEnd()
  if (endsAt === null) return null
  const time = intl.formatTime(endsAt, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (
    <div className="banner idle-notice" data-tone="major" role="alert">
      {intl.formatMessage({ id: 'session.idleEnd' }, { time })}
      <Button size="small" look="primary" onClick={() => void loadAccount()}>
        {intl.formatMessage({ id: 'session.stay' })}
      </Button>
    </div>
  )
}
