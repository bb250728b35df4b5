import type { Account, AccountSession } from '#contract/account.ts'
import type { User } from '#contract/users.ts'
import type { Answers } from './answer.ts'
import type { NoticeBook } from './office/notices.ts'
import type { People } from './people.ts'
import { Refusal } from './refusal.ts'
import { pretendCode, type Secrets } from './secrets.ts'

const hourMs = 3_600_000
const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0',
]

function pretendSessions(): AccountSession[] {
  const at = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
  return agents.map((agent, place) => ({
    id: place + 1,
    isThis: place === 0,
    createdAt: at(-2 - 20 * place),
    usedAt: at(-3 * place),
    expiresAt: at(place === 0 ? 10 : 700),
    address: place === 0 ? '127.0.0.1' : `203.0.113.${place}`,
    agent,
  }))
}

export function accountAnswers(people: People, secrets: Secrets, notices: NoticeBook): Answers['account'] {
  const { users, organisations, callerOf } = people
  const sessions = new Map<number, AccountSession[]>()
  const sessionsOf = ({ id }: User) => sessions.get(id) ?? pretendSessions()
  const toAccount = (user: User): Account => {
    const { id, userName, displayName, email, telephone, role, organisationId, organisationKind, organisationName, version } = user
    const { twoFactor, recoveryCodes } = secrets.of(id)
    return {
      id,
      userName,
      displayName,
      email,
      telephone,
      role,
      userOrgId: organisationId,
      organizationRole: organisationKind,
      organizationName: organisationName,
      ...notices.counts(id),
      hasPassword: user.passwordSetAt !== null,
      twoFactor: {
        enabled: twoFactor === 'inForce',
        required: organisationId !== null && organisations.find(organisationId).requiresTwoFactor,
        recoveryCodesLeft: recoveryCodes.length,
      },
      version,
    }
  }

  return {
    profile: (_input, caller) => toAccount(callerOf(caller)),
    edit({ displayName, email, password, version }, caller) {
      const { id, email: before } = callerOf(caller)
      if (email !== before) secrets.prove(id, password ?? '')
      users.requireFree('email', email, id)
      return toAccount(users.edit(id, { displayName, email }, version))
    },
    changePassword({ oldPassword, password }, caller) {
      const user = callerOf(caller)
      if (secrets.of(user.id).password !== oldPassword) throw new Refusal(422, 'WRONG_PASSWORD', { oldPassword: 'wrong' })
      secrets.of(user.id).password = password
      sessions.set(user.id, sessionsOf(user).filter(({ isThis }) => isThis))
      return { token: `mock-${user.userName}` }
    },
    sessions(_input, caller) {
      const user = callerOf(caller)
      sessions.set(user.id, sessionsOf(user))
      return { list: sessionsOf(user) }
    },
    endSession({ id }, caller) {
      const user = callerOf(caller)
      const rest = sessionsOf(user).filter((session) => session.id !== id)
      if (rest.length === sessionsOf(user).length) throw new Refusal(404, 'NOT_FOUND')
      sessions.set(user.id, rest)
      return {}
    },
    endOtherSessions(_input, caller) {
      const user = callerOf(caller)
      const all = sessionsOf(user)
      sessions.set(user.id, all.filter(({ isThis }) => isThis))
      return { ended: all.length - 1 }
    },
    beginTwoFactor(proof, caller) {
      const { id, userName } = callerOf(caller)
      secrets.proveBoth(id, proof)
      secrets.of(id).twoFactor = 'begun'
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      return { secret, uri: `otpauth://totp/Drover:${userName}?secret=${secret}&issuer=Drover` }
    },
    confirmTwoFactor({ code }, caller) {
      const { id } = callerOf(caller)
      const secret = secrets.of(id)
      if (secret.twoFactor === 'none') throw new Refusal(409, 'CONFLICT')
      if (code !== pretendCode) throw new Refusal(422, 'BAD_TWO_FACTOR', { code: 'wrong' })
      secret.twoFactor = 'inForce'
      secret.recoveryCodes = Array.from({ length: 10 }, (_, place) => `pret-end${place}-code`)
      users.edit(id, { twoFactor: true })
      return { recoveryCodes: secret.recoveryCodes }
    },
    endTwoFactor(proof, caller) {
      const user = callerOf(caller)
      secrets.proveBoth(user.id, proof)
      if (toAccount(user).twoFactor.required) throw new Refusal(403, 'NOT_ALLOWED')
      Object.assign(secrets.of(user.id), { twoFactor: 'none', recoveryCodes: [] })
      users.edit(user.id, { twoFactor: false })
      return {}
    },
  }
}
