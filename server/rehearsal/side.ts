import { pino } from 'pino'
import { ruleKinds, type RuleKind } from '#contract/alerts/alertKinds.ts'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import { AlertStore } from '../alerts/alertStore.ts'
import { AlertEngine } from '../alerts/engine.ts'
import type { HerdRecords } from '../db/herdRecords.ts'
import type { ListeningBreak } from '../db/listeningBreaks.ts'
import type { NewAlert } from '../db/alerts.ts'
import type { Permit } from '../db/permits.ts'
import { Herd, type Heard } from '../herd/herd.ts'
import { type Device, type GatewayRecord, buildRegistry } from '../herd/registry.ts'
import { Recorder } from './recorder.ts'

/** Result of a reading: nobody wore the neckband, it was applied, or it brought the animal's newest position. */
export const outcome = { notWorn: 0, heard: 1, placed: 2 } as const
export type Outcome = (typeof outcome)[keyof typeof outcome]

/** The past herd, evaluated by one set of rules: the server's own herd and engine, with alerts in memory. */
export class RehearsedSide {
  readonly recorder: Recorder
  private readonly herd = new Herd()
  private readonly engine: AlertEngine
  /** By neckband id, because each reading looks it up. */
  private devices: (Device | undefined)[] = []
  private gateways: (GatewayRecord | undefined)[] = []
  private readonly primary: RehearsedSide | null

  /**
   * @param judged the kinds to evaluate; others are switched off
   * @param primary another side that applies readings for this one too; both sides evaluate the shared state
   */
  constructor(
    rules: readonly AlertRule[],
    judged: ReadonlySet<RuleKind>,
    permits: readonly Permit[],
    primary: RehearsedSide | null = null,
  ) {
    this.primary = primary
    this.recorder = new Recorder(judged, (alert) => this.placeOf(alert))
    this.engine = new AlertEngine(this.herd, new AlertStore(this.recorder, pino({ level: 'silent' }), () => {}))
    const off = ruleKinds.filter((kind) => !judged.has(kind)).map((kind) => restingRule(kind))
    this.engine.useRules([...rules.filter(({ kind }) => judged.has(kind)), ...off], permits)
  }

  /** Replaces the records from now on. Call it after the side that applies the readings. */
  layOut(records: HerdRecords): void {
    const { herd } = this
    herd.registry = buildRegistry(records, herd.registry)
    if (this.primary) this.share(this.primary.herd)
    this.devices = []
    for (const [id, device] of herd.registry.deviceOfNeckband) this.devices[id] = device
    this.gateways = []
    for (const [id, gateway] of herd.registry.gateways) this.gateways[id] = gateway
  }

  /** Sets since when readings have been received (epoch ms; undefined: unchanged), and the breaks, some of which spared farms. */
  listen(since: number | undefined, breaks: readonly ListeningBreak[]): void {
    if (since !== undefined) this.herd.listeningSinceAt = since
    this.herd.breaks = breaks
  }

  private share({ registry }: Herd): void {
    this.herd.registry.gateways = registry.gateways
    for (const [id, { columns }] of this.herd.registry.farms) {
      const heard = registry.farms.get(id)?.columns
      if (heard) columns.shareHeard(heard)
    }
  }

  /** Applies a reading and evaluates it. */
  hear(neckbandId: number, gatewayId: number, reading: Heard): Outcome {
    const gateway = this.gateways[gatewayId]
    if (gateway) this.herd.hearGateway(gateway, reading.at)
    const device = this.devices[neckbandId]
    if (!device) return outcome.notWorn
    const isPlaced = this.herd.hear(device, gateway, reading)
    this.engine.onReading(device, isPlaced, reading.at)
    return isPlaced ? outcome.placed : outcome.heard
  }

  /** Evaluates a reading (time in epoch ms) that the other side has applied. */
  judge(neckbandId: number, isPlaced: boolean, at: number): void {
    const device = this.devices[neckbandId]
    if (device) this.engine.onReading(device, isPlaced, at)
  }

  tick(now: number): Promise<void> {
    return this.engine.tick(now)
  }

  /** Number of animals on the farms. */
  get heads(): number {
    return this.herd.registry.farms
      .values()
      .reduce((sum, { columns }) => sum + columns.slots.filter(({ animalId }) => animalId !== null).length, 0)
  }

  private placeOf({ animalId, farmId }: NewAlert): { longitude: number | null; latitude: number | null } {
    const columns = this.herd.registry.farms.get(farmId)?.columns
    const slot = columns?.slots.findIndex((one) => one.animalId === animalId) ?? -1
    const [longitude, latitude] = [columns?.longitude[slot] ?? Number.NaN, columns?.latitude[slot] ?? Number.NaN]
    return Number.isNaN(longitude) ? { longitude: null, latitude: null } : { longitude, latitude }
  }
}

/** Returns a rule that switches a kind off everywhere. */
const restingRule = (kind: RuleKind): AlertRule => ({
  id: 0,
  version: 0,
  kind,
  scope: 'PLATFORM',
  scopeId: null,
  severity: 'INFO',
  enabled: false,
  parameters: {},
  schedule: null,
})
