import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { EventPayloads } from '../events.ts'
import type { LiveSocket, Viewer } from './viewer.ts'

type Change = EventPayloads['recordsChanged']

/** Changes are gathered for so long, ms: a thousand of them in a row are told once. */
const gatherMs = 300

/** The people whom changes of a noun concern: everybody who may see the noun, or those of some farms and organisations. */
interface Reach {
  isAnybody: boolean
  farmIds: Set<number>
  organisationIds: Set<number>
}

/** Tells the screens of those who may see a noun that its records changed, so that lists follow what others do. */
export class ChangeTeller {
  private readonly sockets: () => Iterable<LiveSocket>
  private readonly gathered = new Map<string, Reach>()
  private timer: NodeJS.Timeout | undefined

  constructor(sockets: () => Iterable<LiveSocket>) {
    this.sockets = sockets
  }

  note({ noun, ids = [], farmIds = [], organisationIds }: Change): void {
    const reach = this.gathered.get(noun) ?? { isAnybody: false, farmIds: new Set(), organisationIds: new Set() }
    const organisations = noun === 'organisations' ? ids : organisationIds
    // A record on no farm, such as a spare neckband, concerns everybody who may see the noun.
    if (farmIds.length === 0 && organisations === undefined) reach.isAnybody = true
    // The owner decides, where one is named: others see the farm, too.
    if (organisations === undefined) for (const id of farmIds) reach.farmIds.add(id)
    for (const id of organisations ?? []) reach.organisationIds.add(id)
    this.gathered.set(noun, reach)
    this.timer ??= setTimeout(() => this.tell(), gatherMs)
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private tell(): void {
    this.timer = undefined
    const changes = [...this.gathered]
    this.gathered.clear()
    for (const socket of this.sockets()) {
      const nouns = changes.filter(([noun, reach]) => concerns(reach, noun, socket.data.viewer)).map(([noun]) => noun)
      if (nouns.length > 0) socket.emit('recordsChanged', nouns)
    }
  }
}

/** The names of calls that show records of a noun; `shown`: what others than those who set it see of a setting. */
const shows: ReadonlySet<string> = new Set(['list', 'detail', 'shown'])

function showing(noun: string): Endpoint[] {
  const calls: Record<string, Endpoint> = Object.entries(endpoints).find(([name]) => name === noun)?.[1] ?? {}
  return Object.entries(calls).flatMap(([name, call]) => (shows.has(name) ? [call] : []))
}

function concerns({ isAnybody, farmIds, organisationIds }: Reach, noun: string, { role, organisationId, farmIds: seen }: Viewer): boolean {
  if (role === null || !showing(noun).some(({ access }) => access === 'signedIn' || (access !== 'public' && access.includes(role)))) return false
  if (isAnybody || role === 'ADMIN_PLATFORM') return true
  return (organisationId !== null && organisationIds.has(organisationId)) || !farmIds.isDisjointFrom(seen)
}
