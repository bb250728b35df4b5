import { machineSpan } from '../clock.ts'
import type { Registry } from '../herd/registry.ts'
import { storable } from './validation/validation.ts'

/** Common name under which further unknown gateways are counted. */
export const otherGateways = '*'
/** Maximum unknown gateways of a source counted by name within an hour. */
const maxUnknown = 20
const resetMs = 3_600_000
/** Maximum length of a gateway's name. */
const maxLength = 64

/** Limits the names that messages are counted by: senders choose them freely, and each name is a row per minute. */
export class GatewayNames {
  private readonly registry: () => Registry
  private readonly unknown = new Map<number, Set<string>>()
  private since = machineSpan()

  constructor(registry: () => Registry) {
    this.registry = registry
  }

  /** @returns the name to count: a gateway's own name when it is known or one of few unknown ones */
  countedAs(sourceId: number, name: string): string {
    if (name === '' || this.registry().gatewaysByMac.has(name)) return name
    if (machineSpan() - this.since > resetMs) {
      this.unknown.clear()
      this.since = machineSpan()
    }
    const names = this.unknown.get(sourceId) ?? new Set()
    this.unknown.set(sourceId, names)
    // Names that become equal in the database must be equal here.
    const storedName = storable(name).slice(0, maxLength).toWellFormed()
    if (!names.has(storedName) && names.size >= maxUnknown) return otherGateways
    names.add(storedName)
    return storedName
  }
}
