import { Button } from 'antd'
import { useIntl } from 'react-intl'
import { HolderComment } from '../../entities/alerts/Holder.tsx'
import type { AlertRow } from './alertRows.ts'

interface Props {
  row: AlertRow
  onTake: () => void
  onOpen: () => void
}

/** Most frequent actions on an alert on a phone: acknowledge, or show on the map. */
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
