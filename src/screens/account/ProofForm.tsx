import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { callFailureOf, type CallFailure } from '../../entrance/callFailure.ts'
import { FailureAlert } from '../../entrance/FailureAlert.tsx'

interface Props {
  text: string
  submit: string
  danger: boolean
  /** Rejects as the call does that was refused. */
  onProof: (password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password once more, before what whoever finds an open browser must not do. */
export function ProofForm({ text, submit, danger, onProof, onCancel }: Props) {
  const intl = useIntl()
  const [form] = Form.useForm<{ password: string }>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)

  async function prove(password: string) {
    setBusy(true)
    setFailure(null)
    try {
      await onProof(password)
    } catch (error) {
      const refusal = callFailureOf(error)
      if (refusal.code === 'WRONG_PASSWORD') {
        form.setFields([{ name: 'password', errors: [intl.formatMessage({ id: 'account.oldPasswordWrong' })] }])
      } else setFailure(refusal)
      setBusy(false)
    }
  }

  return (
    <Form<{ password: string }>
name="proof"
      form={form}
      className="account-proof"
      layout="vertical"
      requiredMark={false}
      onFinish={({ password }) => void prove(password)}
    >
      <p className="account-text">{text}</p>
      <FailureAlert failure={failure} />
      <Form.Item
        name="password"
        label={intl.formatMessage({ id: 'account.proof' })}
        rules={[{ required: true, message: intl.formatMessage({ id: 'login.passwordRequired' }) }]}
      >
        <Input.Password autoComplete="current-password" autoFocus />
      </Form.Item>
      <div className="account-actions">
        <Button type="primary" danger={danger} htmlType="submit" loading={busy}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{intl.formatMessage({ id: 'action.cancel' })}</Button>
      </div>
    </Form>
  )
}
