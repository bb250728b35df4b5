/** Sign-in methods. A recovery code replaces a lost authenticator. */
export const methods = ['account', 'mobile', 'recovery'] as const
export type Method = (typeof methods)[number]
