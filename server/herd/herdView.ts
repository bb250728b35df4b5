import type { LiveGateway, LiveHeadcount } from '#contract/live/live.ts'
import type { Clock } from '../clock.ts'
import type { NeckbandState } from './columns.ts'
import type { HeadQuery, HeadResults, Herd } from './herd.ts'

/**
 * The queries that calls make to the live herd, which may be in another process. Answers are by id and lack ids that
 * the herd does not know (yet): for those, the database has the newest state.
 */
export interface HerdView {
  neckbands(ids: readonly number[]): Promise<ReadonlyMap<number, NeckbandState>>
  gateways(ids: readonly number[]): Promise<ReadonlyMap<number, LiveGateway>>
  /** Counts the neckbands each gateway heard within the last minute; gateways without any are absent. */
  bandsHeard(gatewayIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** Returns current headcounts of farms, each in its own window or all in the given one. */
  headcounts(farmIds: readonly number[], windowMinutes?: number): Promise<ReadonlyMap<number, LiveHeadcount>>
  /** Classifies heads now, in a window, in the order of the query. */
  heads(asked: HeadQuery, windowMinutes: number): Promise<HeadResults>
  /** Counts the animals of each assigned pen that were heard in their farm's window, by pen. */
  heardInPens(farmIds: readonly number[]): Promise<ReadonlyMap<number, number>>
}

/** Returns the view of a herd in this process. */
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

/** Returns a view that repeats its first answer to each query of heads, so that the herd does not change between the pages of one export. */
export function withFrozenHeads(view: HerdView): HerdView {
  const answers = new Map<string, Promise<HeadResults>>()
  return {
    ...view,
    heads(asked, windowMinutes) {
      const question = [windowMinutes, asked.farmIds.join(), Array.from(asked.animalIds).join()].join(' ')
      const answer = answers.get(question) ?? view.heads(asked, windowMinutes)
      answers.set(question, answer)
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
