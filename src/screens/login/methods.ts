/** The ways to sign in. A recovery code stands in for the authenticator of somebody who has lost it. */
export const methods = ['account', 'mobile', 'recovery'] as const
export type Method = (typeof methods)[number]
