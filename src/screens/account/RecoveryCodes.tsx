import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Typography } from 'antd'
import { useIntl } from 'react-intl'

/** Shows the recovery codes once; the server stores only what it needs to verify them. */
export function RecoveryCodes({ codes, onKept: onConfirmed }: { codes: readonly string[]; onKept: () => void }) {
  const intl = useIntl()
  const text = `${codes.join('\n')}\n`

  function download() {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'drover-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }

  return (
    <>
      <Alert
        className="account-alert"
        type="success"
        showIcon
        title={intl.formatMessage({ id: 'twoFactor.done' })}
        description={intl.formatMessage({ id: 'twoFactor.codesText' })}
      />
      <ol className="recovery-codes" aria-label={intl.formatMessage({ id: 'twoFactor.codes' })}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="account-actions row">
        <Button type="primary" onClick={onConfirmed}>
          {intl.formatMessage({ id: 'twoFactor.kept' })}
        </Button>
        <Button icon={<DownloadOutlined />} onClick={download}>
          {intl.formatMessage({ id: 'twoFactor.download' })}
        </Button>
        <Typography.Text
          copyable={{
            text,
            icon: [intl.formatMessage({ id: 'twoFactor.copyAll' }), intl.formatMessage({ id: 'action.copied' })],
            tooltips: [intl.formatMessage({ id: 'twoFactor.copyAll' }), intl.formatMessage({ id: 'action.copied' })],
          }}
        />
      </div>
    </>
  )
}
