import { useIntl } from 'react-intl'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '../../controls/Button.tsx'
import { signOut } from '../../api/signOut.ts'
import { loginFrom } from '../../navigation/paths.ts'

export function SignOutButton() {
  const intl = useIntl()
  const navigate = useNavigate()
  const location = useLocation()
  return (
    <Button
      onClick={() => {
        // Navigates first: ending the session may unmount this button.
        void navigate(loginFrom(location))
        void signOut()
      }}
    >
      {intl.formatMessage({ id: 'session.signOut' })}
    </Button>
  )
}
