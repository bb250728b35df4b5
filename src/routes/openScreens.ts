import type { Screen } from '../navigation/screen.ts'

/** Options of screens for users who are not signed in. */
const open = { icon: 'login', roles: 'open' } as const

/** Screens for users who are not signed in, and screens for everyone. */
export const openScreens = [
  {
    path: '/user/login',
    titleId: 'login.title',
    ...open,
    withoutAntd: true,
    load: async () => ({ Component: (await import('../screens/login/LoginScreen.tsx')).LoginScreen }),
  },
  {
    path: '/user/issuer',
    titleId: 'issuer.title',
    ...open,
    load: async () => ({
      Component: (await import('../screens/login/IssuerSignInScreen.tsx')).IssuerSignInScreen,
    }),
  },
  {
    path: '/user/register',
    titleId: 'register.title',
    ...open,
    load: async () => ({ Component: (await import('../screens/register/RegisterScreen.tsx')).RegisterScreen }),
  },
  {
    path: '/user/register-result',
    titleId: 'registerResult.title',
    ...open,
    load: async () => ({
      Component: (await import('../screens/register-result/RegisterResultScreen.tsx')).RegisterResultScreen,
    }),
  },
  {
    path: '/user/activate',
    titleId: 'activation.title',
    ...open,
    load: async () => ({ Component: (await import('../screens/activation/ActivationScreen.tsx')).ActivationScreen }),
  },
  {
    path: '/user/confirm-email',
    titleId: 'confirmEmail.title',
    ...open,
    load: async () => ({
      Component: (await import('../screens/confirm-email/ConfirmEmailScreen.tsx')).ConfirmEmailScreen,
    }),
  },
  {
    path: '/user/wall',
    titleId: 'wallPairing.title',
    icon: 'monitor',
    roles: 'open',
    withoutAntd: true,
    load: async () => ({
      Component: (await import('../screens/wall-pairing/WallPairingScreen.tsx')).WallPairingScreen,
    }),
  },
  {
    path: '/user/forgot-password',
    titleId: 'forgotPassword.title',
    ...open,
    load: async () => ({
      Component: (await import('../screens/password/ForgotPasswordScreen.tsx')).ForgotPasswordScreen,
    }),
  },
  {
    path: '/user/reset-password',
    titleId: 'resetPassword.title',
    ...open,
    load: async () => ({
      Component: (await import('../screens/password/ResetPasswordScreen.tsx')).ResetPasswordScreen,
    }),
  },
  {
    path: '/dashboard/account',
    titleId: 'account.title',
    icon: 'account',
    roles: 'signedIn',
    load: async () => ({ Component: (await import('../screens/account/AccountScreen.tsx')).AccountScreen }),
  },
  {
    path: '/verify/:root',
    titleId: 'verify.title',
    icon: 'security',
    roles: 'open',
    load: async () => ({ Component: (await import('../screens/verify/VerifyScreen.tsx')).VerifyScreen }),
  },
  {
    path: '/outbox',
    titleId: 'outbox.title',
    icon: 'mail',
    roles: 'open',
    load: async () => ({ Component: (await import('../screens/outbox/OutboxScreen.tsx')).OutboxScreen }),
  },
] as const satisfies readonly Screen[]
