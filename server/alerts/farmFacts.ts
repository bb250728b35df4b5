import { isDeepStrictEqual } from 'node:util'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { ListeningBreak } from '../db/listeningBreaks.ts'
import { Neighbours } from '../herd/behaviour/neighbours.ts'
import type { HerdColumns, Slot } from '../herd/columns.ts'
import type { FarmHerd, GatewayRecord, PenRecord } from '../herd/registry.ts'
import type { WallRecord } from '../herd/walls/walls.ts'
import type { OpenAlert, SubjectKey } from './alertStore.ts'
import type { AlertKind, FarmFacts, FarmKind, ProjectKind, SlotKind } from './kind.ts'
import type { RuleInForce, RulesByPlace } from './rules/rules.ts'
import { isInForce, type Rest } from './schedules/schedules.ts'

/** A remembered level, and since when it has held (epoch ms). */
export interface Level {
  level: 'raise' | 'clear'
  sinceAt: number
  farmId: number
}

/** The engine's memory of one kind, over all farms and rules, by `subjectKey`. */
export interface KindMemory {
  readonly open: ReadonlyMap<SubjectKey, OpenAlert>
  readonly levels: Map<SubjectKey, Level>
}

/** A kind with its rule on a farm. */
export type Judged<J extends AlertKind = AlertKind> = RuleInForce & Rest & { kind: J; memory: KindMemory }

/** Facts shared by all farms. */
export interface SharedFacts {
  open(kind: RuleKind): ReadonlyMap<SubjectKey, OpenAlert>
  explainedUntil(farm: FarmHerd, slot: number): number
  isAway(animalId: number, now: number): boolean
}

/** A farm with its current records and rules: the facts for kinds, and the kinds to evaluate. */
export class JudgedFarm implements FarmFacts {
  readonly herd: FarmHerd
  /** The projects that its rules were chosen for. */
  readonly projects: FarmHerd['projects']
  /** All rules that the farm's rules were chosen from. */
  readonly rules: RulesByPlace
  readonly columns: HerdColumns
  readonly neighbours = new Neighbours()
  gateways: readonly GatewayRecord[] = []
  pens: readonly PenRecord[] = []
  walls: readonly WallRecord[] = []
  listeningSinceAt = Number.NaN
  breaks: readonly ListeningBreak[] = []
  /** Kinds that others hold back come last. */
  readonly slotKinds: readonly Judged<SlotKind<RuleKind>>[]
  readonly withReading: readonly Judged<SlotKind<RuleKind>>[]
  readonly withPosition: readonly Judged<SlotKind<RuleKind>>[]
  readonly withTick: readonly Judged<SlotKind<RuleKind>>[]
  /** Kinds that explain silences come first. */
  readonly farmKinds: readonly Judged<FarmKind<RuleKind>>[]
  readonly projectKinds: readonly Judged<ProjectKind<RuleKind>>[]
  readonly off: readonly Judged[]
  private readonly shared: SharedFacts
  private readonly withSchedule: readonly Judged[]
  private slots: Map<number, Slot> | null = null

  constructor(herd: FarmHerd, rules: RulesByPlace, judged: readonly Judged[], shared: SharedFacts) {
    this.herd = herd
    this.projects = herd.projects
    this.rules = rules
    this.columns = herd.columns
    this.shared = shared
    this.slotKinds = judged
      .filter((one): one is Judged<SlotKind<RuleKind>> => one.enabled && 'judge' in one.kind)
      .toSorted((a, b) => Number('heldBackBy' in a.kind) - Number('heldBackBy' in b.kind))
    this.withReading = this.slotKinds.filter(({ kind }) => kind.judgedWith === 'READING')
    this.withPosition = this.slotKinds.filter(({ kind }) => kind.judgedWith === 'POSITION')
    this.withTick = this.slotKinds.filter(({ kind }) => kind.judgedWith === 'TICK')
    this.farmKinds = judged
      .filter((one): one is Judged<FarmKind<RuleKind>> => one.enabled && 'judgeAll' in one.kind)
      .toSorted((a, b) => Number(b.kind.explainsSilence ?? false) - Number(a.kind.explainsSilence ?? false))
    this.projectKinds = judged.filter(
      (one): one is Judged<ProjectKind<RuleKind>> => one.enabled && 'judgeProject' in one.kind,
    )
    this.off = judged.filter(({ enabled }) => !enabled)
    this.withSchedule = judged.filter(({ schedule }) => schedule !== null)
  }

  /** Records which scheduled rules rest at a moment (epoch ms). The start of those already in force is unknown at first. */
  updateSchedules(now: number): void {
    for (const judged of this.withSchedule) {
      const rests = judged.schedule !== null && !isInForce(judged.schedule, now, this.herd.timeZone)
      if (judged.rests && !rests) judged.awakeSince = now
      judged.rests = rests
    }
  }

  /** Returns whether a rule of a kind and schedule rests here, and since when it is in force; undefined without such a rule. */
  restOf({ name, schedule }: Pick<RuleInForce, 'name' | 'schedule'>): Rest | undefined {
    const same = this.withSchedule.find(
      (judged) => judged.name === name && isDeepStrictEqual(judged.schedule, schedule),
    )
    return same && { rests: same.rests, awakeSince: same.awakeSince }
  }

  open(kind: RuleKind): ReadonlyMap<SubjectKey, OpenAlert> {
    return this.shared.open(kind)
  }

  explainedUntil(slot: number): number {
    return this.shared.explainedUntil(this.herd, slot)
  }

  isAway(animalId: number, now: number): boolean {
    return this.shared.isAway(animalId, now)
  }

  slotOfAnimal(animalId: number): Slot | undefined {
    this.slots ??= new Map(
      this.columns.slots.flatMap((slot) => (slot.animalId === null ? [] : [[slot.animalId, slot]])),
    )
    return this.slots.get(animalId)
  }
}
