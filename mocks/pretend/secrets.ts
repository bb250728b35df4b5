import { Refusal } from './refusal.ts'

/** What every pretend authenticator shows, always. */
export const pretendCode = '123456'
/** The password of every pretend account, until it is changed. */
export const demoPassword = 'Demo2026'

interface Secret {
  password: string
  twoFactor: 'none' | 'begun' | 'inForce'
  recoveryCodes: string[]
}

/** What the pretend users know and have, by the user's id. */
export interface Secrets {
  of(userId: number): Secret
  /** @throws Refusal WRONG_PASSWORD */
  prove(userId: number, password: string): void
  /** @throws Refusal TWO_FACTOR_REQUIRED, BAD_TWO_FACTOR */
  /** The password, and a code where a second factor is in force. */
  proveBoth(userId: number, proof: { password: string; twoFactorCode?: string | undefined }): void
  requireSecondFactor(userId: number, code: string | undefined): void
}

export function createSecrets(): Secrets {
  const secrets = new Map<number, Secret>()
  const of = (userId: number) => {
    const secret = secrets.get(userId) ?? { password: demoPassword, twoFactor: 'none', recoveryCodes: [] }
    secrets.set(userId, secret)
    return secret
  }
  return {
    of,
    prove(userId, password) {
      if (of(userId).password !== password) throw new Refusal(422, 'WRONG_PASSWORD', { password: 'wrong' })
    },
    proveBoth(userId, { password, twoFactorCode }) {
      this.prove(userId, password)
      try {
        this.requireSecondFactor(userId, twoFactorCode)
      } catch {
        throw new Refusal(422, 'BAD_TWO_FACTOR', { twoFactorCode: twoFactorCode === undefined ? 'required' : 'wrong' })
      }
    },
    requireSecondFactor(userId, code) {
      const secret = of(userId)
      if (secret.twoFactor !== 'inForce') return
      if (code === undefined) throw new Refusal(401, 'TWO_FACTOR_REQUIRED')
      if (code !== pretendCode && !secret.recoveryCodes.includes(code)) throw new Refusal(401, 'BAD_TWO_FACTOR')
      secret.recoveryCodes = secret.recoveryCodes.filter((one) => one !== code)
    },
  }
}
