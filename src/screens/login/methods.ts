/** Sign-in methods. A recovery code replaces a lost authenticator; `issuer` is the organisation's identity provider. */
export const methods = ['account', 'mobile', 'recovery', 'issuer'] as const
export type Method = (typeof methods)[number]
