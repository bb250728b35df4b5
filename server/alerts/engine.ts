import { type AlertRule, type RuleKind, ruleKinds } from '#contract/alertRules.ts'
import { flags } from '#contract/frames.ts'
import type { Herd } from '../herd/herd.ts'
import { explainedUntil } from '../herd/outages.ts'
import type { Outage } from '../herd/outages.ts'
import { sparesFarmId } from '../herd/registry.ts'
import type { Device, FarmHerd } from '../herd/registry.ts'
import type { AlertStore, OpenAlert, Subject } from './alertStore.ts'
import { evaluate as evaluateGatewayOffline } from './kinds/gatewayOffline.ts'
import { evaluate as evaluateLeftPen } from './kinds/leftPen.ts'
import { evaluate as evaluateLowBattery } from './kinds/lowBattery.ts'
import { evaluate as evaluateNeckbandSilent } from './kinds/neckbandSilent.ts'
import { evaluate as evaluateSiteOutage } from './kinds/siteOutage.ts'
import { whyObsolete } from './obsolete.ts'
import { rulesFor } from './rules.ts'
import type { FarmRules } from './rules.ts'
import { minuteMs } from './verdict.ts'

/** How often the rules that time alone can raise are judged, ms of herd time. */
export const rulesPeriodMs = 10_000
/** A neckband that was silent for so long before an outage has nothing to do with it. */
const ofLateMs = 24 * 60 * minuteMs
/** How long an outage that is over is remembered, for those still silent since. */
const rememberMs = 48 * 60 * minuteMs

/**
 * Judges the rules: those about an animal's place and battery with each reading, those about silence with the herd's
 * clock. An outage holds back the silences that it explains.
 */
export class AlertEngine {
  private readonly herd: Herd
  private readonly alertStore: AlertStore
  private rules: readonly AlertRule[] = []
  /** Whether rules came into force since the last tick: what was heard before is to be judged by them, too. */
  private rulesAreNew = true
  private readonly rulesOfFarm = new Map<number, { farm: FarmHerd; rules: FarmRules }>()
  /** Since when a level that only time tells has held, by kind and subject, epoch ms. */
  private readonly levels = new Map<string, { level: string; sinceAt: number }>()
  /** Outages that are not raised yet because their delay runs. */
  private readonly suspected = new Map<number, Outage>()

  constructor(herd: Herd, alertStore: AlertStore) {
    this.herd = herd
    this.alertStore = alertStore
  }

  /** Puts rules in force from now on. */
  useRules(rules: readonly AlertRule[]): void {
    this.rules = rules
    this.rulesAreNew = true
    this.rulesOfFarm.clear()
  }

  /** Puts back the outages that explain silences: those that are open and those that ended of late. */
  restoreOutages(outages: readonly { kind: RuleKind; farmId: number; subjectId: number; sinceAt: number; clearedAt: number | null }[]): void {
    this.herd.outages.clear()
    for (const { kind, farmId, subjectId, sinceAt, clearedAt } of outages) {
      this.addOutage(farmId, { gatewayId: kind === 'GATEWAY_OFFLINE' ? subjectId : null, sinceAt, endedAt: clearedAt })
    }
    this.herd.offlineGateways.clear()
    for (const gatewayId of this.alertStore.of('GATEWAY_OFFLINE').keys()) this.herd.offlineGateways.add(gatewayId)
  }

  private rulesOf(farm: FarmHerd): FarmRules {
    const known = this.rulesOfFarm.get(farm.id)
    if (known?.farm === farm) return known.rules
    const rules = rulesFor(farm, this.rules)
    this.rulesOfFarm.set(farm.id, { farm, rules })
    return rules
  }

  /** Judges what one reading can raise or clear at once. */
  heard({ herd: farm, slot }: Device, at: number, isNewFix: boolean, now: number): void {
    if (farm.id === sparesFarmId) return
    const rules = this.rulesOf(farm)
    if (isNewFix) {
      this.noteFence(farm, slot, at, rules)
      this.judgeLeftPen(farm, slot, rules, now)
    }
    this.judgeLowBattery(farm, slot, rules, now)
    if (this.alertStore.of('NECKBAND_SILENT').size > 0) this.judgeSilence(farm, slot, rules, now)
  }

  /** Judges everything that time alone can raise or clear. */
  async tick(now: number): Promise<void> {
    const isAnew = this.rulesAreNew
    this.rulesAreNew = false
    for (const farm of this.herd.registry.farms.values()) {
      if (farm.id === sparesFarmId) continue
      const rules = this.rulesOf(farm)
      this.judgeSite(farm, rules, now)
      this.judgeGateways(farm, rules, now)
      const { columns } = farm
      for (let slot = 0; slot < columns.count; slot++) {
        this.judgeSilence(farm, slot, rules, now)
        if (!Number.isNaN(columns.outsideSince[slot]) || !Number.isNaN(columns.insideSince[slot])) {
          this.judgeLeftPen(farm, slot, rules, now)
        }
        if (isAnew || ((columns.flags[slot] as number) & flags.lowBattery) !== 0) this.judgeLowBattery(farm, slot, rules, now)
      }
    }
    this.clearObsolete(now)
    await this.alertStore.settle()
  }

  private noteFence(farm: FarmHerd, slot: number, at: number, rules: FarmRules): void {
    const { columns } = farm
    const { bufferMetres, clearMetres } = rules.LEFT_PEN.parameters
    const metres = columns.metresOutside[slot] as number
    const isOutside = metres > bufferMetres
    const isInside = metres <= Math.min(clearMetres, bufferMetres)
    if (!isOutside) columns.outsideSince[slot] = Number.NaN
    else if (Number.isNaN(columns.outsideSince[slot])) columns.outsideSince[slot] = at
    if (!isInside) columns.insideSince[slot] = Number.NaN
    else if (Number.isNaN(columns.insideSince[slot])) columns.insideSince[slot] = at
    columns.setFlag(slot, flags.outside, isOutside)
  }

  private judgeLeftPen(farm: FarmHerd, slot: number, rules: FarmRules, now: number): void {
    const rule = rules.LEFT_PEN
    const { columns } = farm
    const { animalId, penId } = columns.slots[slot] ?? {}
    if (!rule.enabled || animalId == null || penId === undefined) return
    const isOutside = (columns.metresOutside[slot] as number) > rule.parameters.bufferMetres
    if (!isOutside && !this.alertStore.of('LEFT_PEN').has(animalId)) return
    const verdict = evaluateLeftPen(
      {
        metresOutside: columns.metresOutside[slot] as number,
        outsideSinceAt: columns.outsideSince[slot] as number,
        insideSinceAt: columns.insideSince[slot] as number,
        longitude: columns.longitude[slot] as number,
        latitude: columns.latitude[slot] as number,
        penId,
      },
      rule.parameters,
    )
    this.alertStore.follow('LEFT_PEN', rule, verdict, subjectOf('ANIMAL', animalId, farm, slot), now)
  }

  private judgeLowBattery(farm: FarmHerd, slot: number, rules: FarmRules, now: number): void {
    const rule = rules.LOW_BATTERY
    const { columns } = farm
    const battery = columns.battery[slot] as number
    const neckbandId = columns.slots[slot]?.neckbandId
    if (neckbandId == null) return
    if (!rule.enabled) {
      columns.setFlag(slot, flags.lowBattery, false)
      this.forgetLevel('LOW_BATTERY', neckbandId)
      return
    }
    const isOpen = this.alertStore.of('LOW_BATTERY').has(neckbandId)
    const isLow = battery < rule.parameters.raisePercent || (isOpen && battery < rule.parameters.clearPercent)
    columns.setFlag(slot, flags.lowBattery, isLow)
    if (!isLow && !isOpen) return
    const verdict = this.timed('LOW_BATTERY', neckbandId, evaluateLowBattery({ battery }, rule.parameters, now), now)
    this.alertStore.follow('LOW_BATTERY', rule, verdict, subjectOf('NECKBAND', neckbandId, farm, slot), now)
  }

  private judgeSilence(farm: FarmHerd, slot: number, rules: FarmRules, now: number): void {
    const rule = rules.NECKBAND_SILENT
    const { columns } = farm
    const { neckbandId, pairedAt } = columns.slots[slot] ?? {}
    if (!rule.enabled || neckbandId == null || pairedAt === undefined) return
    const heardAt = columns.heardAt[slot] as number
    const isOpen = this.alertStore.of('NECKBAND_SILENT').has(neckbandId)
    // The common case, before anything is looked up: heard of late, and nothing to clear.
    if (!isOpen && now - heardAt < rule.parameters.silentMinutes * minuteMs) return
    const until = explainedUntil(this.herd.outages.get(farm.id) ?? [], columns, slot)
    const suspicion = this.suspected.get(farm.id)
    const isExplained = until === Infinity || (suspicion !== undefined && explainedUntil([suspicion], columns, slot) === Infinity)
    const silentFromAt = latest(heardAt, pairedAt, this.herd.listeningSinceAt, until === Infinity ? Number.NaN : until)
    const verdict = evaluateNeckbandSilent({ heardAt, silentFromAt }, rule.parameters, now)
    if (isExplained && verdict.level === 'raise') return
    this.alertStore.follow('NECKBAND_SILENT', rule, verdict, subjectOf('NECKBAND', neckbandId, farm, slot), now)
  }

  private judgeSite(farm: FarmHerd, rules: FarmRules, now: number): void {
    const rule = rules.SITE_OUTAGE
    if (!rule.enabled) {
      this.suspected.delete(farm.id)
      this.forgetLevel('SITE_OUTAGE', farm.id)
      return
    }
    const open = this.alertStore.of('SITE_OUTAGE').get(farm.id)
    const { columns } = farm
    const silentAlerts = this.alertStore.of('NECKBAND_SILENT')
    const fromAt = (open?.sinceAt ?? now) - ofLateMs
    const heardAt: number[] = []
    const usualGapMs: number[] = []
    for (let slot = 0; slot < columns.count; slot++) {
      const at = columns.heardAt[slot] as number
      const gapMs = columns.usualGapMs[slot] as number
      // One that was heard only once has no rhythm yet that it could fall out of.
      if (!(at >= fromAt) || Number.isNaN(gapMs) || silentAlerts.has(columns.slots[slot]?.neckbandId ?? 0)) continue
      // Our own deafness is nobody's silence.
      heardAt.push(at < this.herd.listeningSinceAt ? this.herd.listeningSinceAt : at)
      usualGapMs.push(gapMs)
    }
    const verdict = this.timed('SITE_OUTAGE', farm.id, evaluateSiteOutage({ heardAt, usualGapMs }, rule.parameters, now), now)
    const subject: Subject = { type: 'FARM', id: farm.id, name: farm.name, farmId: farm.id, penId: null, animalId: null }
    const changed = this.alertStore.follow('SITE_OUTAGE', rule, verdict, subject, now)
    if (verdict.level === 'raise' && !open) {
      this.suspected.set(farm.id, { gatewayId: null, sinceAt: verdict.sinceAt, endedAt: null })
    } else this.suspected.delete(farm.id)
    this.noteOutage(farm.id, null, changed, open !== undefined, now)
  }

  private judgeGateways(farm: FarmHerd, rules: FarmRules, now: number): void {
    const rule = rules.GATEWAY_OFFLINE
    if (!rule.enabled) return
    for (const gateway of this.herd.registry.gateways.values()) {
      if (gateway.farmId !== farm.id) continue
      const facts = { lastSeenAt: gateway.lastSeenAt, listeningSinceAt: this.herd.listeningSinceAt }
      const wasOpen = this.alertStore.of('GATEWAY_OFFLINE').has(gateway.id)
      const subject: Subject = {
        type: 'GATEWAY',
        id: gateway.id,
        name: gateway.name ?? gateway.mac,
        farmId: farm.id,
        penId: gateway.penId || null,
        animalId: null,
      }
      const changed = this.alertStore.follow('GATEWAY_OFFLINE', rule, evaluateGatewayOffline(facts, rule.parameters, now), subject, now)
      this.noteOutage(farm.id, gateway.id, changed, wasOpen, now)
      if (this.alertStore.of('GATEWAY_OFFLINE').has(gateway.id)) this.herd.offlineGateways.add(gateway.id)
      else this.herd.offlineGateways.delete(gateway.id)
    }
  }

  /** Opens or ends the outage that an outage's alert is. */
  private noteOutage(farmId: number, gatewayId: number | null, changed: OpenAlert | null, wasOpen: boolean, now: number): void {
    if (changed === null) return
    if (!wasOpen) this.addOutage(farmId, { gatewayId, sinceAt: changed.sinceAt, endedAt: null })
    else this.endOutage(farmId, gatewayId, now)
  }

  private endOutage(farmId: number, gatewayId: number | null, now: number): void {
    for (const outage of this.herd.outages.get(farmId) ?? []) {
      if (outage.gatewayId === gatewayId && outage.endedAt === null) outage.endedAt = now
    }
  }

  private addOutage(farmId: number, outage: Outage): void {
    const outages = (this.herd.outages.get(farmId) ?? []).filter(
      ({ endedAt }) => endedAt === null || endedAt > outage.sinceAt - rememberMs,
    )
    this.herd.outages.set(farmId, [...outages, outage])
  }

  /** Gives a verdict the begin of its level, remembered from tick to tick. */
  private timed(kind: RuleKind, subjectId: number, verdict: ReturnType<typeof evaluateSiteOutage>, now: number) {
    const key = `${kind} ${subjectId}`
    const known = this.levels.get(key)
    if (known?.level === verdict.level) return { ...verdict, levelSinceAt: known.sinceAt }
    if (verdict.level === 'clear' && !this.alertStore.of(kind).has(subjectId)) this.levels.delete(key)
    else this.levels.set(key, { level: verdict.level, sinceAt: now })
    return verdict
  }

  /** While a rule is off no delay runs. */
  private forgetLevel(kind: RuleKind, subjectId: number): void {
    if (this.levels.size > 0) this.levels.delete(`${kind} ${subjectId}`)
  }

  /** Closes the alerts that a person made pointless: by taking out what they are about, or by switching their rule off. */
  private clearObsolete(now: number): void {
    const { registry } = this.herd
    const isOff = (kind: RuleKind, farmId: number) => {
      const farm = registry.farms.get(farmId)
      return farm !== undefined && !this.rulesOf(farm)[kind].enabled
    }
    for (const kind of ruleKinds) {
      for (const alert of this.alertStore.of(kind).values()) {
        const why = whyObsolete(registry, alert, isOff)
        if (why === null) continue
        this.alertStore.clear(alert, now, why)
        const { farmId, id } = alert.subject
        if (kind === 'SITE_OUTAGE') this.endOutage(farmId, null, now)
        if (kind === 'GATEWAY_OFFLINE') {
          this.endOutage(farmId, id, now)
          this.herd.offlineGateways.delete(id)
        }
      }
    }
  }
}

function subjectOf(type: 'ANIMAL' | 'NECKBAND', id: number, farm: FarmHerd, slot: number): Subject {
  const { visualTag, penId, animalId } = farm.columns.slots[slot] ?? { visualTag: '', penId: 0, animalId: null }
  return { type, id, name: visualTag, farmId: farm.id, penId: penId || null, animalId }
}

/** The latest of some instants; NaN ones don't count. */
function latest(...instants: number[]): number {
  return Math.max(...instants.filter((at) => !Number.isNaN(at)))
}
