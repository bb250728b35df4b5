import { useIntl } from 'react-intl'
import { Button } from '../../controls/Button.tsx'
import { loadAccount } from '../../store/account.ts'
import { useIdleEnd } from '../../store/useIdleEnd.ts'

/** Warns some minutes before an idle session ends. Pressing the button counts as activity. */
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
