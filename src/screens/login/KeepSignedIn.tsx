import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { CheckField } from '../../controls/CheckField.tsx'

/** Options below every sign-in method: stay signed in for 30 days, or request a new password. */
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
