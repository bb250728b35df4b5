import type { LiveGateway, LiveHeadcount } from '#contract/live/live.ts'
import type { Clock } from '../clock.ts'
import type { NeckbandState } from './columns.ts'
import type { HeadsAsked, HeadsHeard, Herd } from './herd.ts'

/**
 * The questions that calls ask of the live herd, which may be held by another process. Each answer is by id, and lacks the ids that
 * the herd does not know (yet): what the database has of them is the newest there is.
 */
export interface HerdView {
  neckbands(ids: readonly number[]): Promise<ReadonlyMap<number, NeckbandState>>
  gateways(ids: readonly number[]): Promise<ReadonlyMap<number, LiveGateway>>
  /** How many neckbands each gateway heard within the last minute; none: it is left out. */
  bandsHeard(gatewayIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** Headcounts of farms now, each in its own window or all in one of so many minutes. */
  headcounts(farmIds: readonly number[], windowMinutes?: number): Promise<ReadonlyMap<number, LiveHeadcount>>
  /** How some heads are counted now in a window, in the order asked for. */
  heads(asked: HeadsAsked, windowMinutes: number): Promise<HeadsHeard>
  /** How many of the animals kept in each pen of some farms were heard in the farm's window, by pen. */
  heardInPens(farmIds: readonly number[]): Promise<ReadonlyMap<number, number>>
}

/** The view of a herd in this process. */
export function createHerdView(herd: Herd, clock: Clock): HerdView {
  return {
    neckbands: async (ids) => byId(ids, (id) => herd.neckband(id)),
    gateways: async (ids) => byId(ids, (id) => herd.gateway(id)),
    bandsHeard: async (ids) => herd.bandsHeard(ids, clock.now()),
    headcounts: async (ids, windowMinutes) => byId(ids, (id) => herd.headcount(id, clock.now(), windowMinutes)),
    heads: async (asked, windowMinutes) => herd.heads(asked, clock.now(), windowMinutes),
    heardInPens: async (farmIds) => herd.heardInPens(farmIds, clock.now()),
  }
}

/** A view that answers a question about heads as it did the first time: for who asks page by page and must not see the herd change between two pages. */
export function withHeldHeads(view: HerdView): HerdView {
  const held = new Map<string, Promise<HeadsHeard>>()
  return {
    ...view,
    heads(asked, windowMinutes) {
      const question = [windowMinutes, asked.farmIds.join(), Array.from(asked.animalIds).join()].join(' ')
      const answer = held.get(question) ?? view.heads(asked, windowMinutes)
      held.set(question, answer)
      return answer
    },
  }
}

function byId<T>(ids: readonly number[], find: (id: number) => T | undefined): Map<number, T> {
  return new Map(
    ids.flatMap((id) => {
      const found = find(id)
      return found === undefined ? [] : [[id, found] as const]
    }),
  )
}
