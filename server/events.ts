import type { Logger } from 'pino'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { EndReason } from '#contract/live/live.ts'
import type { Notice, NoticeCounts } from '#contract/office/notices.ts'

/**
 * Events between parts of the server, by name. Every payload is plain JSON, so that a
 * transport between processes can carry it. An event is emitted after the commit that it speaks of, never before.
 */
export interface EventPayloads {
  /**
   * Records of a noun were added, edited or removed. `ids`: the records, absent: any of them. `farmIds`: the farms
   * concerned, before and after the change; absent: any farm. `organisationIds`: whose records they are, where they are
   * of organisations: their screens are told, and no others that see the farms; the platform's always, too.
   */
  recordsChanged: {
    noun: keyof typeof endpoints | 'sources'
    ids?: readonly number[]
    farmIds?: readonly number[]
    organisationIds?: readonly number[]
  }
  /** Alert rules, or permits of animals to be away, were added, edited or removed: they are in force for the next reading. */
  rulesChanged: Record<string, never>
  /** Alerts were raised, acknowledged or cleared. */
  alertsChanged: { alerts: readonly Alert[] }
  /** A session ended. `tokenHash`: hex of the hash of its token. */
  sessionEnded: { tokenHash: string; reason: EndReason }
  /** The role, name, organisation or second factor of users changed. */
  accountsChanged: { userIds: readonly number[] }
  /** A user's notices changed: how many there are, and the new one if there is one. */
  noticesChanged: { userId: number; counts: NoticeCounts; notice: Notice | null }
  /** A part of this process failed, or works again: screens are told at once, not with the next heartbeat. */
  healthChanged: Record<string, never>
}

export type EventName = keyof EventPayloads
type Subscriber<N extends EventName> = (payload: EventPayloads[N]) => void | Promise<void>

/** The events of the server. */
export interface Events {
  /** Never throws and waits for nobody. Subscribers of this process have been called when it returns. */
  emit<N extends EventName>(name: N, payload: EventPayloads[N]): void
  /**
   * Calls a subscriber for each event of a name from now on, in the order of subscription. An error, thrown or
   * rejected, is logged and stops no other subscriber.
   * @returns ends the subscription
   */
  on<N extends EventName>(name: N, subscriber: Subscriber<N>): () => void
}

type Subscribers = { [N in EventName]: Set<Subscriber<N>> }

/** Carries events within one process. */
export function createEvents(log: Pick<Logger, 'error'>): Events {
  const subscribers: Subscribers = {
    recordsChanged: new Set(),
    rulesChanged: new Set(),
    alertsChanged: new Set(),
    sessionEnded: new Set(),
    accountsChanged: new Set(),
    noticesChanged: new Set(),
    healthChanged: new Set(),
  }
  const deliver = async <N extends EventName>(name: N, subscriber: Subscriber<N>, payload: EventPayloads[N]) => {
    try {
      await subscriber(payload)
    } catch (error) {
      log.error({ err: error, event: name }, 'a subscriber of an event failed')
    }
  }
  return {
    emit(name, payload) {
      for (const subscriber of subscribers[name]) void deliver(name, subscriber, payload)
    },
    on(name, subscriber) {
      const set: Set<typeof subscriber> = subscribers[name]
      set.add(subscriber)
      return () => void set.delete(subscriber)
    },
  }
}
