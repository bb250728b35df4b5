import { Modal } from 'antd'
import { useIntl } from 'react-intl'
import { alertKeys } from './useAlertKeys.ts'

/** Lists the keys of the alert list. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  return (
    <Modal open title={intl.formatMessage({ id: 'alertKeys.title' })} footer={null} onCancel={onClose}>
      <dl className="alert-keys">
        {alertKeys.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{intl.formatMessage({ id: `alertKeys.${key}` })}</dd>
          </div>
        ))}
      </dl>
      <p>{intl.formatMessage({ id: 'alertKeys.typing' })}</p>
    </Modal>
  )
}
