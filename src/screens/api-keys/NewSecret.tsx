import './apiKeys.css'
import { Modal, Typography } from 'antd'
import { useIntl } from 'react-intl'
import { Callout } from '../../controls/Callout.tsx'

/** Dialog that shows the secret of a key once; null: closed. Only its button closes it, because nobody sees the secret again. */
export function NewSecret({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const intl = useIntl()
  const words = [intl.formatMessage({ id: 'apiKey.copy' }), intl.formatMessage({ id: 'action.copied' })]
  if (secret === null) return null
  return (
    <Modal
      open
      title={intl.formatMessage({ id: 'apiKey.secretTitle' })}
      okText={intl.formatMessage({ id: 'apiKey.saved' })}
      onOk={onClose}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      cancelButtonProps={{ style: { display: 'none' } }}
    >
      <Callout tone="info" title={intl.formatMessage({ id: 'apiKey.secretText' })} />
      <p className="api-key-secret">
        <Typography.Text code copyable={{ text: secret, icon: words, tooltips: words }}>
          <bdi dir="ltr">{secret}</bdi>
        </Typography.Text>
      </p>
    </Modal>
  )
}
