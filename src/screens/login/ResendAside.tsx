import { ResendActivation } from '../../shell/auth/ResendActivation.tsx'
import { AntdProvider } from '../../theme/AntdProvider.tsx'

/** Asks for the activation mail again, beside what is wrong with the login. */
export function ResendAside({ email }: { email: string }) {
  return (
    <AntdProvider>
      <ResendActivation isAside email={email} />
    </AntdProvider>
  )
}
