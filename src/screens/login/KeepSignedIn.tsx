import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { CheckField } from '../../controls/CheckField.tsx'

/** Under every way to sign in: stay so for 30 days, or get a new password. */
export function KeepSignedIn({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) {
  const intl = useIntl()
  return (
    <div className="login-row row">
      <CheckField checked={value} onChange={onChange}>
        {intl.formatMessage({ id: 'login.autoLogin' })}
      </CheckField>
      <Link to="/user/forgot-password">{intl.formatMessage({ id: 'login.forgotPassword' })}</Link>
    </div>
  )
}
