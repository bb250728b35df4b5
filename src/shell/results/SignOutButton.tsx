import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../controls/Button.tsx'
import { signOut } from '../../api/signOut.ts'
import { loginPath } from '../../navigation/paths.ts'

export function SignOutButton() {
  const intl = useIntl()
  const navigate = useNavigate()
  return (
    <Button
      onClick={() => {
        void signOut()
        void navigate(loginPath)
      }}
    >
      {intl.formatMessage({ id: 'session.signOut' })}
    </Button>
  )
}
