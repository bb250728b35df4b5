import type { Role } from '#contract/roles.ts'
import { accountAnswers } from './pretend/account.ts'
import type { Answers, Caller } from './pretend/answer.ts'
import { authAnswers } from './pretend/auth.ts'
import { finderAnswers } from './pretend/office/finder.ts'
import { goalAnswers } from './pretend/office/goals.ts'
import { createNoticeBook, noticeAnswers } from './pretend/office/notices.ts'
import { savedViewAnswers } from './pretend/office/savedViews.ts'
import { createTicketBook, ticketAnswers } from './pretend/office/tickets.ts'
import { organisationAnswers } from './pretend/organisations.ts'
import { outboxAnswers } from './pretend/outbox.ts'
import { createPeople } from './pretend/people.ts'
import { createPost } from './pretend/post.ts'
import { found, pageOf, Refusal } from './pretend/refusal.ts'
import { toAnimal, toCard, toFarm, toGateway, toNeckband, toPen, toScene } from './pretend/rows.ts'
import { createSecrets } from './pretend/secrets.ts'
import { userAnswers } from './pretend/users.ts'
import { sampleStepMinutes, type World } from './pretend/world.ts'

export const demoRoles: Readonly<Record<string, Role>> = {
  platform: 'ADMIN_PLATFORM',
  supervisor: 'ADMIN_SUPERVISOR',
  pm: 'SUPERVISOR_PM',
  bank: 'ADMIN_BANK',
  bankuser: 'BANK_USER',
  borrower: 'ADMIN_BORROWER',
}

/** Whatever is in a page alone is gone with it: records can be looked at, not changed. */
const readOnly = (): never => {
  throw new Refusal(503, 'UNAVAILABLE')
}

/** The answers of every call of the product, from a world in memory. */
export function createAnswers(world: World): Answers {
  const { scene, alerts } = world
  const people = createPeople()
  const post = createPost()
  const secrets = createSecrets()
  const notices = createNoticeBook()
  const tickets = createTicketBook(people, notices, post)
  const beast = (id: number) => found(world.beasts[id - 1])
  const farm = (id: number) => found(scene.farms[id - 1])
  const acknowledge = ({ id, comment }: { id: number; comment: string }, caller: Caller | null) => {
    const alert = found(alerts.find(id))
    if (alert.severity === 'CRITICAL' && comment === '') throw new Refusal(422, 'COMMENT_REQUIRED')
    return found(alerts.acknowledge(id, caller?.userName ?? '', comment, world.now))
  }

  return {
    auth: authAnswers(people, post, secrets, tickets),
    account: accountAnswers(people, secrets, notices),
    outbox: outboxAnswers(post),
    monitor: { scene: () => toScene(world) },
    headcounts: {
      at({ farmId, windowMinutes }) {
        const { ledger, heard, unverified, unaccounted, windowMinutes: minutes, at } = world.headcount(farm(farmId), windowMinutes)
        return { ledger, heard, unverified, unaccounted, windowMinutes: minutes, at: new Date(at).toISOString() }
      },
      history: ({ farmIds }) => ({
        windowMinutes: 60,
        stepMinutes: sampleStepMinutes,
        farms: world.samples
          .map((samples, index) => ({ farmId: index + 1, ...samples }))
          .filter(({ farmId }) => farmIds?.includes(farmId) ?? true),
        outages: [],
      }),
    },
    alerts: {
      list({ state, from, to, ...input }) {
        const chosen = alerts.all().filter(({ clearedAt, raisedAt }) => {
          if (state !== 'ALL' && (state === 'ACTIVE') !== (clearedAt === null)) return false
          return Date.parse(raisedAt) >= (from ?? -Infinity) && Date.parse(raisedAt) <= (to ?? Infinity)
        })
        return pageOf(chosen, input)
      },
      detail: ({ id }) => found(alerts.find(id)),
      acknowledge,
      addOrEdit: acknowledge,
      remove() {
        throw new Refusal(409, 'ALERTS_ARE_KEPT')
      },
    },
    farms: {
      list: (input) => pageOf(scene.farms.map((one) => toFarm(world, one)), input),
      detail: ({ id }) => toFarm(world, farm(id)),
      addOrEdit: readOnly,
      remove: readOnly,
    },
    organisations: organisationAnswers(people),
    pens: {
      list: (input) => pageOf(scene.pens.map(toPen), input),
      detail: ({ id }) => toPen(found(scene.pens[id - 1])),
      addOrEdit: readOnly,
      remove: readOnly,
    },
    gateways: {
      list: (input) => pageOf(scene.gateways.map((gateway) => toGateway(world, gateway)), input),
      detail: ({ id }) => toGateway(world, found(scene.gateways[id - 1])),
      addOrEdit: readOnly,
      remove: readOnly,
    },
    animals: {
      list: (input) => pageOf(world.beasts.map(toAnimal), input),
      detail: ({ id }) => toAnimal(beast(id)),
      card: ({ id }) => toCard(world, beast(id)),
      addOrEdit: readOnly,
      remove: readOnly,
    },
    users: userAnswers(people),
    neckbands: {
      list: (input) => pageOf(world.beasts.map(toNeckband), input),
      detail: ({ id }) => toNeckband(beast(id)),
      readings: ({ current, pageSize }) => ({ list: [], total: 0, current, pageSize }),
      addOrEdit: readOnly,
      remove: readOnly,
    },
    alertRules: {
      list: ({ current, pageSize }) => ({ list: [], total: 0, current, pageSize }),
      addOrEdit: readOnly,
      remove: readOnly,
    },
    tickets: ticketAnswers(tickets, people),
    notices: noticeAnswers(notices, people),
    goals: goalAnswers(people, notices),
    savedViews: savedViewAnswers(people),
    finder: finderAnswers(world),
    ingest: {
      summary: ({ from, to }) => ({
        from: new Date(from ?? world.now - 86_400_000).toISOString(),
        to: new Date(to ?? world.now).toISOString(),
        counts: [{ source: 'demo', gateway: null, gatewayId: null, result: 'stored', count: world.stored }],
        totals: { stored: world.stored },
      }),
    },
  }
}
