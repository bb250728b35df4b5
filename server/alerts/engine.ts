import { lateAlertMs } from '#contract/alerts/alertActs.ts'
import { type RuleKind, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import type { ClearedBecause } from '#contract/alerts/alerts.ts'
import type { NewAlert } from '../db/alerts.ts'
import type { Permit } from '../db/permits.ts'
import type { HerdColumns } from '../herd/columns.ts'
import type { Herd } from '../herd/herd.ts'
import { sparesFarmId } from '../herd/registry.ts'
import type { Device, FarmHerd } from '../herd/registry.ts'
import { type AlertStore, type OpenAlert, type SubjectKey, subjectKey } from './alertStore.ts'
import { type Judged, JudgedFarm, type KindMemory, type SharedFacts } from './farmFacts.ts'
import type { FarmKind, ProjectKind, SlotKind } from './kind.ts'
import { kinds } from './kinds.ts'
import { subjectRemovalReason } from './obsolete.ts'
import { permitted } from './permits.ts'
import { rulesFor } from './rules/inForce.ts'
import { rulesByPlace, type RulesByPlace } from './rules/rules.ts'
import { neverRested, scheduled } from './schedules/schedules.ts'
import { type SuspectedOutage, Suppression } from './suppression.ts'
import { minuteMs } from './verdict.ts'
import type { Verdict } from './verdict.ts'

/** Interval of the ticks that evaluate all rules, in addition to readings; ms of herd time. */
export const rulesPeriodMs = 4_000

type OnRuleFault = (rule: RuleKind, farmId: number, error: unknown) => void
const rethrow: OnRuleFault = (_rule, _farmId, error) => {
  throw error
}

type Subject = Pick<NewAlert, 'subjectType' | 'subjectId' | 'subjectName' | 'farmId' | 'penId' | 'animalId'>

/**
 * Evaluates the alert rules for the herd, with each reading and at each tick. It knows no kind by name.
 * It adds delays, memory of levels and open alerts, suppression of silences explained by outages, and permits.
 */
export class AlertEngine implements SharedFacts {
  private readonly herd: Herd
  private readonly alertStore: AlertStore
  private readonly onFault: OnRuleFault
  private readonly suppression: Suppression
  private readonly memories: Readonly<Record<RuleKind, KindMemory>>
  private rules: RulesByPlace = new Map()
  private readonly farms = new Map<number, JudgedFarm>()

  /** @param onFault called with an error of a rule, which then holds its level on that farm; by default the error is thrown */
  constructor(herd: Herd, alertStore: AlertStore, onFault: OnRuleFault = rethrow) {
    this.herd = herd
    this.onFault = onFault
    this.alertStore = alertStore
    this.suppression = new Suppression(herd)
    const memories = ruleKinds.map((name) => [name, { open: alertStore.of(name), levels: new Map() }])
    this.memories = Object.fromEntries(memories) as Record<RuleKind, KindMemory>
  }

  /** Replaces the rules, and the permits that let animals be away. */
  useRules(rules: readonly AlertRule[], permits: readonly Permit[] = []): void {
    this.rules = rulesByPlace(rules)
    this.herd.permits.use(permits)
    for (const id of this.farms.keys()) if (!this.herd.registry.farms.has(id)) this.farms.delete(id)
  }

  /** Restores the outages that explain silences from open and recently cleared alerts (`clearedAt`: herd time, epoch ms). */
  restoreOutages(alerts: readonly (OpenAlert & { clearedAt: number | null })[]): void {
    this.suppression.restore(alerts)
  }

  open(kind: RuleKind): ReadonlyMap<SubjectKey, OpenAlert> {
    return this.memories[kind].open
  }

  explainedUntil(farm: FarmHerd, slot: number): number {
    return this.suppression.explainedUntil(farm, slot)
  }

  isAway(animalId: number, now: number): boolean {
    return this.herd.permits.isAway(animalId, now)
  }

  private farmOf(herd: FarmHerd, now: number): JudgedFarm {
    const previous = this.farms.get(herd.id)
    if (previous?.herd === herd && previous.projects === herd.projects && previous.rules === this.rules) return previous
    const judged = rulesFor(herd, this.rules).map((rule) => ({
      ...rule,
      kind: kinds[rule.name],
      memory: this.memories[rule.name],
      ...(previous?.restOf(rule) ?? neverRested),
    }))
    const farm = new JudgedFarm(herd, this.rules, judged, this)
    farm.updateSchedules(now)
    this.listen(farm)
    this.farms.set(herd.id, farm)
    return farm
  }

  private listen(farm: JudgedFarm): void {
    farm.listeningSinceAt = this.herd.listeningSinceOf(farm.herd.id)
    farm.breaks = this.herd.breaksOf(farm.herd.id)
  }

  /** Evaluates the rules that a reading can raise or clear, after the herd has applied it. */
  onReading({ herd, slot }: Device, isNewPosition: boolean, now: number): void {
    if (herd.id === sparesFarmId) return
    const farm = this.farmOf(herd, now)
    const heardAt = farm.columns.heardAt[slot]
    for (const judged of farm.withReading) this.judgeSlot(farm, judged, slot, now, heardAt)
    for (const judged of farm.withTick)
      if (judged.memory.open.size > 0) this.judgeSlot(farm, judged, slot, now, heardAt)
    if (!isNewPosition) return
    for (const judged of farm.withPosition) this.judgeSlot(farm, judged, slot, now, farm.columns.fixedAt[slot])
  }

  /**
   * Replays a reading from before the start, without raising or clearing: a later reading may contradict it, and the first tick
   * evaluates the final state.
   */
  recall({ herd, slot }: Device, isNewPosition: boolean, now: number): void {
    if (herd.id === sparesFarmId || !isNewPosition) return
    const farm = this.farmOf(herd, now)
    for (const judged of farm.withPosition) {
      this.contain(judged, farm, () => judged.kind.judge(farm, slot, judged.parameters, false, now))
    }
  }

  /** Evaluates everything. */
  async tick(now: number): Promise<void> {
    const { registry } = this.herd
    const gateways = Map.groupBy(registry.gateways.values(), ({ farmId }) => farmId)
    const pens = Map.groupBy(registry.pens.values(), ({ farmId }) => farmId)
    for (const herd of registry.farms.values()) {
      const farm = this.farmOf(herd, now)
      farm.updateSchedules(now)
      this.listen(farm)
      farm.gateways = gateways.get(herd.id) ?? []
      farm.pens = pens.get(herd.id) ?? []
      farm.walls = this.herd.walls.of(herd.id)
    }
    this.clearObsolete(now)
    for (const herd of registry.farms.values())
      if (herd.id !== sparesFarmId) this.judgeFarm(this.farmOf(herd, now), now)
    await this.alertStore.settle()
  }

  private judgeFarm(farm: JudgedFarm, now: number): void {
    for (const judged of farm.off) this.clearLevels(farm, judged)
    const suspected = farm.farmKinds.flatMap(
      (judged) => this.contain(judged, farm, () => this.judgeRecords(farm, judged, now)) ?? [],
    )
    this.suppression.suspect(farm.herd.id, suspected)
    for (const judged of farm.projectKinds) this.contain(judged, farm, () => this.judgeProject(farm, judged, now))
    for (const judged of farm.slotKinds) {
      for (let slot = 0; slot < farm.columns.count; slot++) this.judgeSlot(farm, judged, slot, now)
    }
  }

  private contain<T>({ name }: Judged, { herd }: JudgedFarm, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      this.onFault(name, herd.id, error)
      return undefined
    }
  }

  /** @returns subjects of outage alerts that are not raised yet because their delay is running */
  private judgeRecords(farm: JudgedFarm, judged: Judged<FarmKind<RuleKind>>, now: number): SuspectedOutage[] {
    const { kind, parameters } = judged
    const suspected: SuspectedOutage[] = []
    const subjectType = kind.about
    const farmId = farm.herd.id
    for (const { verdict: found, ...named } of kind.judgeAll(farm, parameters, now)) {
      const verdict = judged.schedule === null ? found : scheduled(found, judged)
      const subject = { ...named, subjectType, farmId, animalId: null }
      const isDelayed = this.follow(judged, verdict, farmId, subjectKey(subject), now, () => subject)
      if (isDelayed && kind.explainsSilence === true) suspected.push({ ...subject, sinceAt: verdict.sinceAt })
    }
    return suspected
  }

  private judgeProject(farm: JudgedFarm, judged: Judged<ProjectKind<RuleKind>>, now: number): void {
    const project = farm.projects.find(({ id }) => id === judged.projectId)
    if (project === undefined) return
    const found = judged.kind.judgeProject(farm, project, judged.parameters, now)
    const verdict = judged.schedule === null ? found : scheduled(found, judged)
    const subject = {
      subjectType: judged.kind.about,
      subjectId: project.id,
      subjectName: project.code,
      farmId: farm.herd.id,
      penId: null,
      animalId: null,
    }
    this.follow(judged, verdict, farm.herd.id, subjectKey(subject), now, () => subject)
  }

  /** @param toldAt time of the facts in a reading that has just arrived (herd time, epoch ms); absent at a tick */
  private judgeSlot(
    farm: JudgedFarm,
    judged: Judged<SlotKind<RuleKind>>,
    slot: number,
    now: number,
    toldAt?: number,
  ): void {
    try {
      this.judgeSlotUncontained(farm, judged, slot, now, toldAt)
    } catch (error) {
      this.onFault(judged.name, farm.herd.id, error)
    }
  }

  private judgeSlotUncontained(
    farm: JudgedFarm,
    judged: Judged<SlotKind<RuleKind>>,
    slot: number,
    now: number,
    toldAt?: number,
  ): void {
    const { kind, memory } = judged
    const { columns } = farm
    const isOpen = memory.open.size > 0 && memory.open.has(subjectIdOf(kind, columns, slot))
    const found = kind.judge(farm, slot, judged.parameters, isOpen, now)
    if (found === null) {
      if (((columns.flags[slot] as number) & kind.flag) !== 0) columns.setFlag(slot, kind.flag, false)
      if (memory.levels.size > 0) memory.levels.delete(subjectIdOf(kind, columns, slot))
      return
    }
    const allowed =
      kind.isPermitted === true ? permitted(found, this.herd.permits, columns.slots[slot]?.animalId ?? 0, now) : found
    const verdict = judged.schedule === null ? allowed : scheduled(allowed, judged)
    columns.setFlag(slot, kind.flag, verdict.level === 'raise' || (isOpen && verdict.level === 'hold'))
    const id = subjectIdOf(kind, columns, slot)
    const who = columns.slots[slot]
    if (who === undefined || id === 0) return
    if (kind.heldBackBy !== undefined && this.isHeldBack(kind.heldBackBy, memory, id, now)) return
    const farmId = farm.herd.id
    const { visualTag, penId, animalId } = who
    const subjectType = kind.about
    this.follow(
      judged,
      verdict,
      farmId,
      id,
      now,
      () => ({ subjectType, subjectId: id, subjectName: visualTag, farmId, penId: penId || null, animalId }),
      toldAt,
    )
  }

  /** Returns whether an open alert that reports more holds this kind's alerts about a subject back. Clears an open one. */
  private isHeldBack(
    by: RuleKind & ClearedBecause,
    { open, levels }: KindMemory,
    key: SubjectKey,
    now: number,
  ): boolean {
    const cause = this.open(by).get(key)
    if (cause === undefined || cause.isLate === true) return false
    levels.delete(key)
    const own = open.get(key)
    if (own !== undefined) this.clear(own, now, by)
    return true
  }

  /** Raises or clears an alert by a verdict, once its delay is over. @returns whether a raise is delayed */
  private follow(
    judged: Judged,
    verdict: Verdict,
    farmId: number,
    key: SubjectKey,
    now: number,
    subjectOf: () => Subject,
    toldAt?: number,
  ): boolean {
    const { name, kind, severity, parameters, memory } = judged
    const open = memory.open.get(key)
    const levelSinceAt = this.levelSinceAt(memory, verdict, farmId, key, now)
    if (
      verdict.level === 'raise' &&
      open !== undefined &&
      kind.needsNewAlert?.(verdict.detail(), open.detail) === true
    ) {
      this.clear(open, now, 'TOLD_ANEW')
      this.alertStore.raise({
        ...subjectOf(),
        kind: name,
        severity: kind.severityOf?.(verdict.detail(), severity) ?? severity,
        raisedAt: now,
        sinceAt: levelSinceAt,
        isLate: false,
        detail: verdict.detail(),
      })
    } else if (verdict.level === 'raise' && open === undefined) {
      if (now - levelSinceAt < parameters.raiseDelayMinutes * minuteMs) return true
      const sinceAt = Number.isNaN(verdict.sinceAt) ? levelSinceAt : verdict.sinceAt
      // Facts of a reading that arrived long after its time are late. Findings of a tick are new to everybody.
      const isLate = toldAt !== undefined && now - toldAt > lateAlertMs
      const alert = this.alertStore.raise({
        ...subjectOf(),
        kind: name,
        severity: kind.severityOf?.(verdict.detail(), severity) ?? severity,
        raisedAt: now,
        sinceAt,
        isLate,
        detail: verdict.detail(),
      })
      if (kind.explainsSilence === true) this.suppression.begin(alert)
    } else if (verdict.level === 'raise' && open !== undefined && kind.isRevised === true) {
      const detail = verdict.detail()
      if (Object.entries(detail).some(([key, value]) => open.detail[key] !== value))
        this.alertStore.revise(open, detail)
    } else if (
      verdict.level === 'clear' &&
      open !== undefined &&
      now - levelSinceAt >= parameters.clearDelayMinutes * minuteMs
    ) {
      this.clear(open, now)
    }
    return false
  }

  /** Returns since when a verdict's level has held, epoch ms. Remembers it between verdicts when the facts do not include it. */
  private levelSinceAt(
    { open, levels }: KindMemory,
    { level, levelSinceAt }: Verdict,
    farmId: number,
    key: SubjectKey,
    now: number,
  ): number {
    if (!Number.isNaN(levelSinceAt)) return levelSinceAt
    const remembered = levels.get(key)
    if (remembered !== undefined && remembered.level === level)
      return (remembered.sinceAt = Math.min(remembered.sinceAt, now))
    if (level === (open.has(key) ? 'clear' : 'raise')) levels.set(key, { level, sinceAt: now, farmId })
    else levels.delete(key)
    return now
  }

  private clear(alert: OpenAlert, now: number, because: ClearedBecause | null = null): void {
    this.memories[alert.kind].levels.delete(subjectKey(alert))
    this.alertStore.clear(alert, now, because)
    if (kinds[alert.kind].explainsSilence === true) this.suppression.end(alert, now)
  }

  /** While a rule is off, animals are not flagged and no delay runs. */
  private clearLevels({ herd, columns }: JudgedFarm, { kind, memory, projectId }: Judged): void {
    if ('flag' in kind && kind.flag !== 0) {
      for (let slot = 0; slot < columns.count; slot++) columns.setFlag(slot, kind.flag, false)
    }
    if (projectId !== null)
      memory.levels.delete(subjectKey({ subjectType: 'PROJECT', subjectId: projectId, farmId: herd.id }))
    else for (const [key, { farmId }] of memory.levels) if (farmId === herd.id) memory.levels.delete(key)
  }

  /** Clears alerts that no reading can clear any more: the subject was removed, or the rule was switched off. */
  private clearObsolete(now: number): void {
    const { registry } = this.herd
    for (const name of ruleKinds) {
      for (const alert of this.open(name).values()) {
        const herd = registry.farms.get(alert.farmId)
        const farm = herd === undefined ? null : this.farmOf(herd, now)
        const because = this.removalReason(name, farm, alert)
        if (because !== null) this.clear(alert, now, because)
      }
    }
  }

  private removalReason(name: RuleKind, farm: JudgedFarm | null, alert: OpenAlert): ClearedBecause | null {
    try {
      return (
        subjectRemovalReason(this.herd, farm, alert) ??
        (kinds[name].about === 'PROJECT' && alert.subjectType === 'FARM' ? 'TOLD_BY_PROJECT' : null) ??
        (farm && kinds[name].obsolete?.(farm, alert.subjectId)) ??
        (farm?.off.some(
          (judged) => judged.name === name && (judged.projectId ?? alert.subjectId) === alert.subjectId,
        ) === true
          ? 'RULE_OFF'
          : null)
      )
    } catch (error) {
      this.onFault(name, alert.farmId, error)
      return null
    }
  }
}

/** Returns the id of a slot's animal or neckband; 0 without a neckband. */
function subjectIdOf({ about }: SlotKind<RuleKind>, { slots }: HerdColumns, slot: number): number {
  return (about === 'ANIMAL' ? slots[slot]?.animalId : slots[slot]?.neckbandId) ?? 0
}
