import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { HolderComment } from '../../entities/alerts/Holder.tsx'
import type { AlertRow } from './alertRows.ts'

interface Props {
  row: AlertRow
  onTake: () => void
  onOpen: () => void
}

/** The most frequent acts of a thumb on an alert in the list: take it on, or look where it is. */
export function PhoneButtons({ row: { alerts }, onTake, onOpen }: Props) {
  const intl = useIntl()
  const [alert] = alerts
  const isWaiting = alert.acknowledgedAt === null && alert.clearedAt === null
  return (
    <>
      {isWaiting ? (
        <Button type="primary" size="large" onClick={onTake}>
          {intl.formatMessage({ id: 'alerts.take' })}
        </Button>
      ) : (
        <span className="alert-said clip">
          <HolderComment alert={alert} />
        </span>
      )}
      <Button size="large" onClick={onOpen}>
        {intl.formatMessage({ id: 'alertScreen.look' })}
      </Button>
    </>
  )
}
