import type { RuleKind, RuleParameters } from '#contract/alerts/alertKinds.ts'
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

/** The facts that a kind may look at: one farm at one moment. */
export interface FarmFacts {
  readonly herd: FarmHerd
  readonly columns: HerdColumns
  readonly neighbours: Neighbours
  /** As of the last tick. */
  readonly gateways: readonly GatewayRecord[]
  readonly pens: readonly PenRecord[]
  readonly walls: readonly WallRecord[]
  /** As of the last tick, since when readings of the farm have been taken in without a break, epoch ms: our own deafness is nobody's silence. Infinity: they are not now. */
  readonly listeningSinceAt: number
  /** The recent times in which none were. */
  readonly breaks: readonly ListeningBreak[]
  /** The open alerts of a kind, on all farms, by `subjectKey`. */
  open(kind: RuleKind): ReadonlyMap<SubjectKey, OpenAlert>
  /** Infinity while an outage that explains a neckband's silence goes on; the end (epoch ms) of the last that did; NaN: none did. */
  explainedUntil(slot: number): number
  /** Whether a permit lets an animal be away at an instant, epoch ms. */
  isAway(animalId: number, now: number): boolean
  slotOfAnimal(animalId: number): Slot | undefined
}

/** Of a subject, what the farm and the kind don't say. */
export type Named = Pick<NewAlert, 'subjectId' | 'subjectName' | 'penId'>

interface Kind {
  /**
   * Whether its alerts explain silence: that of the neckbands last heard by the gateway that the alert is about, or of
   * the whole farm. Such kinds are judged before the others.
   */
  explainsSilence?: boolean
  /** Whether its alerts are silences, which such kinds explain. */
  isSilence?: boolean
  /** The parts of a reading that it looks at beside times, neckbands and gateways; absent: all of them. */
  looksAt?: readonly ReadingPart[]
  /** Whether it looks at no other kind's alerts and at no explained silence: it is judged the same without the others. */
  standsAlone?: boolean
  /** Whether a project is told of once, on the first of its farms and by the rules there, and not on each. */
  isOfWholeProject?: boolean
  /** Whether what is so now is another thing than what an open alert told, so that it is told anew; absent: nothing is. */
  isOther?(now: Alert['detail'], told: Alert['detail']): boolean
  /** Why no reading can ever clear an alert although its subject is still there; null: one can. */
  obsolete?(farm: FarmFacts, subjectId: number): ClearedBecause | null
}

/** A kind about an animal or the neckband that it wears, judged slot by slot: with readings, and at each tick. */
export interface SlotKind<K extends RuleKind> extends Kind {
  about: 'ANIMAL' | 'NECKBAND'
  /** Besides each tick: with each reading, with each that brings a newer position, with a reading only to clear it, or (TICK_ALONE) with none. */
  judgedWith: 'READING' | 'POSITION' | 'TICK' | 'TICK_ALONE'
  /** Marks what is at the raise level, or has an open alert and is not at the clear level (`contract/live/frames.ts`); 0: nothing does. */
  flag: number
  /** Whether an animal that has a permit to be away raises nothing meanwhile. */
  isPermitted?: boolean
  /**
   * Runs for every reading: nothing is looked up or made before it is known that there is something to say.
   * @returns null: within the clear level, with no open alert
   */
  judge(farm: FarmFacts, slot: number, parameters: RuleParameters<K>, isOpen: boolean, now: number): Verdict | null
}

/** A kind about other records of a farm or the farm itself, judged at each tick. */
export interface FarmKind<K extends RuleKind> extends Kind {
  about: 'GATEWAY' | 'PEN' | 'FARM' | 'WALL'
  /** The verdict on each subject of the farm that something can be said of. */
  judgeAll(farm: FarmFacts, parameters: RuleParameters<K>, now: number): Iterable<Named & { verdict: Verdict }>
}

/** A kind about the loan of a project on a farm, judged at each tick by the rules of that project. */
export interface ProjectKind<K extends RuleKind> extends Kind {
  about: 'PROJECT'
  judgeProject(farm: FarmFacts, project: RunningProject, parameters: RuleParameters<K>, now: number): Verdict
}

/** One kind of alert rule: what it looks at, when it is judged, and its verdict. */
export type AlertKind<K extends RuleKind = RuleKind> = SlotKind<K> | FarmKind<K> | ProjectKind<K>
