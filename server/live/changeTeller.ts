import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { EventPayloads } from '../events.ts'
import type { LiveSocket, Viewer } from './viewer.ts'

type Change = EventPayloads['recordsChanged']

/** Time in which changes are collected before one notification, ms. */
const coalesceMs = 300

/** The viewers that changes of a noun concern: all who may see the noun, or those of some farms and organisations. */
interface Reach {
  isAnybody: boolean
  farmIds: Set<number>
  organisationIds: Set<number>
}

/** Notifies viewers who may see a noun that its records changed, so that their lists refresh. */
export class ChangeNotifier {
  private readonly sockets: () => Iterable<LiveSocket>
  private readonly gathered = new Map<string, Reach>()
  private timer: NodeJS.Timeout | undefined

  constructor(sockets: () => Iterable<LiveSocket>) {
    this.sockets = sockets
  }

  note({ noun, ids = [], farmIds = [], organisationIds }: Change): void {
    const reach = this.gathered.get(noun) ?? { isAnybody: false, farmIds: new Set(), organisationIds: new Set() }
    const organisations = noun === 'organisations' ? ids : organisationIds
    // A record without a farm, such as a spare neckband, concerns everybody who may see the noun.
    if (farmIds.length === 0 && organisations === undefined) reach.isAnybody = true
    // Where an owning organisation is named, it decides alone: other viewers may see the farm as well.
    if (organisations === undefined) for (const id of farmIds) reach.farmIds.add(id)
    for (const id of organisations ?? []) reach.organisationIds.add(id)
    this.gathered.set(noun, reach)
    this.timer ??= setTimeout(() => this.notify(), coalesceMs)
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private notify(): void {
    this.timer = undefined
    const changes = [...this.gathered]
    this.gathered.clear()
    for (const socket of this.sockets()) {
      const nouns = changes.filter(([noun, reach]) => concerns(reach, noun, socket.data.viewer)).map(([noun]) => noun)
      if (nouns.length > 0) socket.emit('recordsChanged', nouns)
    }
  }
}

/** Calls that show records of a noun. `shown` is the view of a setting for users who cannot edit it. */
const shows: ReadonlySet<string> = new Set(['list', 'detail', 'shown'])

function showing(noun: string): Endpoint[] {
  const calls: Record<string, Endpoint> = Object.entries(endpoints).find(([name]) => name === noun)?.[1] ?? {}
  return Object.entries(calls).flatMap(([name, call]) => (shows.has(name) ? [call] : []))
}

function concerns(
  { isAnybody, farmIds, organisationIds }: Reach,
  noun: string,
  { role, organisationId, farmIds: seen }: Viewer,
): boolean {
  if (
    role === null ||
    !showing(noun).some(({ access }) => access === 'signedIn' || (access !== 'public' && access.includes(role)))
  )
    return false
  if (isAnybody || role === 'ADMIN_PLATFORM') return true
  return (organisationId !== null && organisationIds.has(organisationId)) || !farmIds.isDisjointFrom(seen)
}
