import './proof.css'
import { Button, Form, Input } from 'antd'
import { useIntl } from 'react-intl'
import { useSubmit } from '../auth/useSubmit.ts'
import { CallErrorAlert } from '../auth/CallErrorAlert.tsx'

/** Proof of identity: the password, and a second-factor code if one is set up. */
export interface Proof {
  password: string
  twoFactorCode?: string
}

interface Props {
  text: string
  submit: string
  danger: boolean
  /** Whether the user has a password; users without one prove only the second factor. */
  asksForPassword?: boolean
  /** Whether a second factor is set up and must be proven too. */
  asksForCode: boolean
  /** Rejects with the error of the refused call. */
  onProof: (proof: Proof) => Promise<void>
  onCancel: () => void
}

/** Form that asks for the password again before a sensitive action. */
export function ProofForm({ text, submit, danger, asksForPassword = true, asksForCode, onProof, onCancel }: Props) {
  const intl = useIntl()
  const [form] = Form.useForm<Proof>()
  const {
    submit: prove,
    busy,
    failure,
  } = useSubmit(onProof, ({ code }) => {
    if (code === 'WRONG_PASSWORD')
      form.setFields([{ name: 'password', errors: [intl.formatMessage({ id: 'account.oldPasswordWrong' })] }])
    else if (code === 'BAD_TWO_FACTOR')
      form.setFields([{ name: 'twoFactorCode', errors: [intl.formatMessage({ id: 'twoFactor.proofWrong' })] }])
    else return false
    return true
  })

  return (
    <Form<Proof>
      name="proof"
      form={form}
      className="proof"
      layout="vertical"
      requiredMark={false}
      onFinish={(proof) => prove(proof)}
    >
      <p className="proof-text">{text}</p>
      <CallErrorAlert failure={failure} />
      {asksForPassword && (
        <Form.Item
          name="password"
          label={intl.formatMessage({ id: 'account.proof' })}
          rules={[{ required: true, message: intl.formatMessage({ id: 'login.passwordRequired' }) }]}
        >
          <Input.Password autoComplete="current-password" autoFocus />
        </Form.Item>
      )}
      {asksForCode && (
        <Form.Item
          name="twoFactorCode"
          label={intl.formatMessage({ id: 'twoFactor.proof' })}
          normalize={(text: string) => text.trim()}
          rules={[{ required: true, min: 6, max: 20, message: intl.formatMessage({ id: 'twoFactor.codeRequired' }) }]}
        >
          <Input className="proof-code" autoComplete="one-time-code" spellCheck={false} autoFocus={!asksForPassword} />
        </Form.Item>
      )}
      <div className="proof-actions row">
        <Button type="primary" danger={danger} htmlType="submit" loading={busy}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{intl.formatMessage({ id: 'action.cancel' })}</Button>
      </div>
    </Form>
  )
}
