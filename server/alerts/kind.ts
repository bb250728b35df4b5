import type { RuleKind, RuleParameters, Severity } from '#contract/alerts/alertKinds.ts'
import type { Alert, ClearedBecause } from '#contract/alerts/alerts.ts'
import type { NewAlert } from '../db/alerts.ts'
import type { ListeningBreak } from '../db/listeningBreaks.ts'
import type { RunningProject } from '../db/projects/farmFinance.ts'
import type { ReadingPart } from '../db/rehearsal/storedReadings.ts'
import type { Neighbours } from '../herd/behaviour/neighbours.ts'
import type { HerdColumns, Slot } from '../herd/columns.ts'
import type { FarmHerd, GatewayRecord, PenRecord } from '../herd/registry.ts'
import type { WallRecord } from '../herd/walls/walls.ts'
import type { OpenAlert, SubjectKey } from './alertStore.ts'
import type { Verdict } from './verdict.ts'

/** Facts available to a kind: one farm at one moment. */
export interface FarmFacts {
  readonly herd: FarmHerd
  readonly columns: HerdColumns
  readonly neighbours: Neighbours
  /** As of the last tick. */
  readonly gateways: readonly GatewayRecord[]
  readonly pens: readonly PenRecord[]
  readonly walls: readonly WallRecord[]
  /**
   * Since when the farm's readings have been received without a break, as of the last tick (epoch ms); Infinity while they are not.
   * Silence of the server's own intake must not count as silence of a neckband.
   */
  readonly listeningSinceAt: number
  /** Recent times without intake of readings. */
  readonly breaks: readonly ListeningBreak[]
  /** Open alerts of a kind, on all farms, by `subjectKey`. */
  open(kind: RuleKind): ReadonlyMap<SubjectKey, OpenAlert>
  /** Infinity while an outage explains a neckband's silence; the end (epoch ms) of the last one that did; NaN when none did. */
  explainedUntil(slot: number): number
  /** Returns whether a permit lets an animal be away at an instant (epoch ms). */
  isAway(animalId: number, now: number): boolean
  slotOfAnimal(animalId: number): Slot | undefined
}

/** The subject's data that farm and kind do not determine. */
export type Named = Pick<NewAlert, 'subjectId' | 'subjectName' | 'penId'>

interface Kind {
  /**
   * Whether its alerts explain silence: of neckbands last heard by the alert's gateway, or of the whole farm.
   * Such kinds are evaluated first.
   */
  explainsSilence?: boolean
  /** Whether its alerts report silence, which an outage can explain. */
  isSilence?: boolean
  /** The parts of a reading that it uses in addition to times, neckbands and gateways; absent: all. */
  looksAt?: readonly ReadingPart[]
  /** Whether it ignores other kinds' alerts and explained silences, so that it can be evaluated without them. */
  isIndependent?: boolean
  /** Whether a project gets a single alert, on its first farm and by the rules there, instead of one per farm. */
  raisedOncePerProject?: boolean
  /** Returns whether the current detail differs enough from an open alert's to need a new alert; absent: never. */
  needsNewAlert?(now: Alert['detail'], told: Alert['detail']): boolean
  /** Returns the severity of an alert with this detail, given the rule's; absent: the rule's. */
  severityOf?(detail: Alert['detail'], severity: Severity): Severity
  /** Whether an open alert shows the current detail instead of the one that raised it. */
  isRevised?: boolean
  /** Returns why no reading can clear an alert although its subject still exists; null when one can. */
  obsolete?(farm: FarmFacts, subjectId: number): ClearedBecause | null
}

/** A kind about an animal or its neckband, evaluated per slot, with readings and at each tick. */
export interface SlotKind<K extends RuleKind> extends Kind {
  about: 'ANIMAL' | 'NECKBAND'
  /**
   * When it is evaluated in addition to ticks: with every reading, with a newer position, only to clear with a reading (TICK), or never (TICK_ALONE).
   */
  judgedWith: 'READING' | 'POSITION' | 'TICK' | 'TICK_ALONE'
  /** Flag of slots at the raise level, or with an open alert and not at the clear level (`contract/live/frames.ts`); 0: no flag. */
  flag: number
  /**
   * The kind whose open alert about the same animal reports more than this one's: it holds these alerts back and clears open ones.
   * Such a kind is evaluated first. Its late alerts notify nobody, so they hold nothing back.
   */
  heldBackBy?: RuleKind & ClearedBecause
  /** Whether a permit to be away suppresses it. */
  isPermitted?: boolean
  /**
   * Runs for every reading, so it must not allocate or look up anything until it has something to report.
   * @returns null when within the clear level without an open alert
   */
  judge(farm: FarmFacts, slot: number, parameters: RuleParameters<K>, isOpen: boolean, now: number): Verdict | null
}

/** A kind about other records of a farm or about the farm, evaluated at each tick. */
export interface FarmKind<K extends RuleKind> extends Kind {
  about: 'GATEWAY' | 'PEN' | 'FARM' | 'WALL'
  /** Returns a verdict for each of the farm's subjects that can be judged. */
  judgeAll(farm: FarmFacts, parameters: RuleParameters<K>, now: number): Iterable<Named & { verdict: Verdict }>
}

/** A kind about the loan of a project on a farm, evaluated at each tick by that project's rules. */
export interface ProjectKind<K extends RuleKind> extends Kind {
  about: 'PROJECT'
  judgeProject(farm: FarmFacts, project: RunningProject, parameters: RuleParameters<K>, now: number): Verdict
}

/** A kind of alert rule: the facts it uses, when it is evaluated, and its verdict. */
export type AlertKind<K extends RuleKind = RuleKind> = SlotKind<K> | FarmKind<K> | ProjectKind<K>
