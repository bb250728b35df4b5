export const loginPath = '/user/login'
/** One's own account, and the part of it where a second factor is set up. */
export const accountPath = '/dashboard/account'
export const twoFactorPath = `${accountPath}#two-factor`
