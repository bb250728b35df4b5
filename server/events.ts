import type { Logger } from 'pino'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { EndReason } from '#contract/live/live.ts'
import type { Notice, NoticeCounts } from '#contract/office/notices.ts'

/**
 * Events between parts of the server, by name. Payloads are plain JSON, so that a
 * transport between processes could carry them. Emit an event only after the commit of its change.
 */
export interface EventPayloads {
  /**
   * Records of a noun were added, edited or removed. `ids`: the records, absent: any. `farmIds`: farms
   * affected before or after the change; absent: any. `organisationIds`: owners of organisations' own records: only their screens
   * and the platform's are notified, and no others that see the farms.
   */
  recordsChanged: {
    noun: keyof typeof endpoints | 'sources'
    ids?: readonly number[]
    farmIds?: readonly number[]
    organisationIds?: readonly number[]
  }
  /** Alert rules or movement permits changed; they apply to the next reading. */
  rulesChanged: Record<string, never>
  /** Alerts were raised, cleared or handled. */
  alertsChanged: { alerts: readonly Alert[] }
  /** A session ended. `tokenHash`: SHA-256 of its token, hex. */
  sessionEnded: { tokenHash: string; reason: EndReason }
  /** The role, name, organisation or second factor of users changed. */
  accountsChanged: { userIds: readonly number[] }
  /** A user's notices changed: the counts, and the new notice, if any. */
  noticesChanged: { userId: number; counts: NoticeCounts; notice: Notice | null }
  /** A part of this process failed or recovered: screens are notified at once, before the next heartbeat. */
  healthChanged: Record<string, never>
}

export type EventName = keyof EventPayloads
type Subscriber<N extends EventName> = (payload: EventPayloads[N]) => void | Promise<void>

/** The event bus of the server. */
export interface Events {
  /** Never throws or waits. Subscribers in this process have been called when it returns. */
  emit<N extends EventName>(name: N, payload: EventPayloads[N]): void
  /**
   * Calls a subscriber for each later event of a name, in order of subscription. Its errors, thrown or
   * rejected, are logged and do not affect other subscribers.
   * @returns a function that ends the subscription
   */
  on<N extends EventName>(name: N, subscriber: Subscriber<N>): () => void
}

type Subscribers = { [N in EventName]: Set<Subscriber<N>> }

/** Creates an event bus within one process. */
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
