import { ResendActivation } from '../../shell/auth/ResendActivation.tsx'
import { AntdProvider } from '../../theme/AntdProvider.tsx'

/** Option to request the activation mail again, next to the sign-in failure. */
export function ResendAside({ email }: { email: string }) {
  return (
    <AntdProvider>
      <ResendActivation isAside email={email} />
    </AntdProvider>
  )
}
