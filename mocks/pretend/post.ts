import type { OutboxMessage } from '#contract/outbox.ts'
import { found, Refusal } from './refusal.ts'

export type LinkPurpose = 'ACTIVATE' | 'SET_PASSWORD'

/** What the pretend product sends to people: nobody carries it, so it is all on the outbox page. */
export interface Post {
  messages(): readonly OutboxMessage[]
  /** Writes a mail with a link that is good once. */
  writeLink(purpose: LinkPurpose, userId: number, email: string, subject: string): void
  /** @throws Refusal LINK_EXPIRED */
  takeLink(purpose: LinkPurpose, token: string): number
  writeCode(telephone: string): void
  /** Writes how a registration was decided. */
  writeDecision(email: string, organisationName: string, approved: boolean, reason: string): void
  /** @throws Refusal BAD_CAPTCHA */
  takeCode(telephone: string, captcha: string): void
}

const paths = { ACTIVATE: '/user/activate', SET_PASSWORD: '/user/reset-password' } as const

export function createPost(): Post {
  const messages: OutboxMessage[] = []
  const links = new Map<string, { purpose: LinkPurpose; userId: number }>()
  const codes = new Map<string, string>()
  const write = (kind: OutboxMessage['kind'], recipient: string, subject: string, text: string) =>
    messages.unshift({ id: messages.length + 1, kind, at: new Date().toISOString(), recipient, subject, text })

  return {
    messages: () => messages,
    writeLink(purpose, userId, email, subject) {
      const token = `pretend-${crypto.randomUUID()}`
      links.set(token, { purpose, userId })
      write('MAIL', email, subject, `${subject}：\n\n${globalThis.location.origin}${paths[purpose]}#${token}`)
    },
    takeLink(purpose, token) {
      const link = links.get(token)
      if (link?.purpose !== purpose) throw new Refusal(410, 'LINK_EXPIRED')
      links.delete(token)
      return found(link.userId)
    },
    writeCode(telephone) {
      const code = String(100_000 + Math.floor(Math.random() * 900_000))
      codes.set(telephone, code)
      write('SMS', telephone, '', `【Drover】您的验证码是 ${code}，5 分钟内有效。请勿告诉他人。`)
    },
    writeDecision(email, organisationName, approved, reason) {
      const subject = approved ? `${organisationName} 已通过审批` : `${organisationName} 未通过审批`
      write('MAIL', email, subject, approved ? `${subject}，您现在可以登录。` : `${subject}：${reason}`)
    },
    takeCode(telephone, captcha) {
      if (codes.get(telephone) !== captcha) throw new Refusal(422, 'BAD_CAPTCHA', { captcha: 'wrong' })
      codes.delete(telephone)
    },
  }
}
