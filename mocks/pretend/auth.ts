import { smsCodeAgainSeconds, smsCodeSeconds } from '#contract/auth.ts'
import { adminRoleOf } from '#contract/roles.ts'
import { readTelephone } from '#contract/telephones.ts'
import type { User } from '#contract/users.ts'
import type { Answers } from './answer.ts'
import type { TicketBook } from './office/tickets.ts'
import type { People } from './people.ts'
import type { Post } from './post.ts'
import { Refusal } from './refusal.ts'
import type { Secrets } from './secrets.ts'

/** @throws Refusal for who may not sign in */
function requireStanding(user: User, people: People): void {
  const organisation = user.organisationId === null ? null : people.organisations.find(user.organisationId)
  if (user.status === 'DISABLED' || organisation?.status === 'DISABLED') throw new Refusal(401, 'BAD_CREDENTIALS')
  if (user.status === 'PENDING_ACTIVATION') throw new Refusal(403, 'NOT_ACTIVATED')
  if (organisation && organisation.status !== 'ACTIVE') throw new Refusal(403, 'NOT_APPROVED')
}

export function authAnswers(people: People, post: Post, secrets: Secrets, tickets: TicketBook): Answers['auth'] {
  const { users, organisations } = people
  const byEmail = (email: string) => users.all().find((user) => user.email?.toLowerCase() === email.toLowerCase())
  const byPassword = (name: string, password: string) => {
    const user = users.all().find(({ userName }) => userName === name.trim())
    if (!user || secrets.of(user.id).password !== password) throw new Refusal(401, 'BAD_CREDENTIALS')
    return user
  }
  const byCode = (text: string) => {
    const user = users.all().find(({ telephone }) => telephone !== null && telephone === readTelephone(text))
    if (!user) throw new Refusal(422, 'BAD_CAPTCHA', { captcha: 'wrong' })
    return user
  }

  return {
    login(input) {
      const user = input.type === 'account' ? byPassword(input.userName, input.password) : byCode(input.telephone)
      requireStanding(user, people)
      secrets.requireSecondFactor(user.id, input.twoFactorCode)
      if (input.type === 'mobile') post.takeCode(user.telephone ?? '', input.captcha)
      const { role, userName, organisationId, organisationKind, organisationName } = user
      return {
        role,
        token: `mock-${userName}`,
        userOrgId: organisationId,
        organizationRole: organisationKind,
        organizationName: organisationName,
      }
    },
    sendSmsCode({ telephone }) {
      post.writeCode(telephone)
      return { againSeconds: smsCodeAgainSeconds, validSeconds: smsCodeSeconds }
    },
    register({ organizationRole, organizationName, creditCode, contact, address, licenceImageId, userName, password, email, telephone, captcha }) {
      organisations.requireFree('creditCode', creditCode, undefined)
      users.requireFree('userName', userName, undefined)
      users.requireFree('email', email, undefined)
      users.requireFree('telephone', telephone, undefined)
      post.takeCode(telephone, captcha)
      const at = new Date().toISOString()
      const organisation = organisations.add((id) => ({
        id,
        role: organizationRole,
        name: organizationName,
        creditCode,
        contact,
        telephone,
        email,
        address,
        licenceImageId,
        status: 'PENDING_ACTIVATION',
        registeredDate: at,
        requiresTwoFactor: false,
        users: 1,
        updatedAt: at,
        version: 1,
      }))
      const user = users.add((id) => ({
        id,
        userName,
        displayName: contact,
        role: adminRoleOf[organizationRole],
        telephone,
        email,
        organisationId: organisation.id,
        organisationName: organizationName,
        organisationKind: organizationRole,
        status: 'PENDING_ACTIVATION',
        twoFactor: false,
        passwordSetAt: at,
        lastSeenAt: null,
        createdAt: at,
        updatedAt: at,
        version: 1,
      }))
      secrets.of(user.id).password = password
      post.writeLink('ACTIVATE', user.id, email, '激活您在 Drover 的账户')
      return { email }
    },
    activate({ token }) {
      const user = users.edit(post.takeLink('ACTIVATE', token), { status: 'ACTIVE' })
      const organisation = organisations.edit(user.organisationId ?? 0, { status: 'PENDING_APPROVAL' })
      tickets.raise(organisation, user)
      return { organizationName: organisation.name }
    },
    sendActivation({ email }) {
      const user = byEmail(email)
      if (user?.status === 'PENDING_ACTIVATION') post.writeLink('ACTIVATE', user.id, email, '激活您在 Drover 的账户')
      return {}
    },
    forgotPassword({ email }) {
      const user = byEmail(email)
      if (user) post.writeLink('SET_PASSWORD', user.id, email, '设置新的 Drover 密码')
      return {}
    },
    resetPassword({ token, password }) {
      const user = users.edit(post.takeLink('SET_PASSWORD', token), { passwordSetAt: new Date().toISOString() })
      secrets.of(user.id).password = password
      return { userName: user.userName }
    },
    logout: () => ({}),
  }
}
