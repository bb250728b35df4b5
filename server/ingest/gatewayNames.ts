import { machineSpan } from '../clock.ts'
import type { Registry } from '../herd/registry.ts'
import { storable } from './validation/validation.ts'

/** How unknown gateways beyond those that are counted by name are counted together. */
export const otherGateways = '*'
/** Unknown gateways of one source that are counted by name within an hour. */
const maxUnknown = 20
const forgetMs = 3_600_000
/** Characters kept of a gateway's name, where senders write what they like. */
const maxLength = 64

/** The names that messages are counted by: senders name gateways as they like, and each name is a row a minute. */
export class GatewayNames {
  private readonly registry: () => Registry
  private readonly unknown = new Map<number, Set<string>>()
  private since = machineSpan()

  constructor(registry: () => Registry) {
    this.registry = registry
  }

  /** @returns the name as it is stored: of a known gateway its own, of an unknown one its own while there are few */
  countedAs(sourceId: number, name: string): string {
    if (name === '' || this.registry().gatewayByMac.has(name)) return name
    if (machineSpan() - this.since > forgetMs) {
      this.unknown.clear()
      this.since = machineSpan()
    }
    const names = this.unknown.get(sourceId) ?? new Set()
    this.unknown.set(sourceId, names)
    // Two that are one row in the database must be one here.
    const kept = storable(name).slice(0, maxLength).toWellFormed()
    if (!names.has(kept) && names.size >= maxUnknown) return otherGateways
    names.add(kept)
    return kept
  }
}
