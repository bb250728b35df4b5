import { z } from 'zod'

export const severities = ['CRITICAL', 'MAJOR', 'MINOR', 'INFO'] as const
export const severitySchema = z.enum(severities)
export type Severity = z.infer<typeof severitySchema>

const minutes = z.number().min(0).max(43_200)
const percent = z.number().min(0).max(100)
const heads = z.number().int().min(1).max(1_000_000)
/** Minutes since midnight. */
const minuteOfDay = z.number().int().min(0).max(1439)
const metres = z.number().min(0).max(10_000)
const hours = z.number().min(1).max(720)
const days = z.number().int().min(0).max(365)
const celsius = z.number().min(-60).max(90)
/** Counts positions among the last eight that a neckband reported. */
const positions = z.number().int().min(0).max(8)

/** Delays of a kind: how long the raise level must last before an alert is raised, and the clear level before it is cleared. */
const delays = (raiseMinutes: number, clearMinutes: number) => ({
  raiseDelayMinutes: minutes.default(raiseMinutes),
  clearDelayMinutes: minutes.default(clearMinutes),
})

/**
 * The direction in which a change of a parameter loosens its rule: alerts come less often, later or for a shorter time.
 * `either` means any change loosens it. It applies to kinds whose alerts explain silence: raising fewer reports less, raising more explains more
 * silence away.
 */
export type Loosening = 'higher' | 'lower' | 'either'

const delaysLoosen = { raiseDelayMinutes: 'higher', clearDelayMinutes: 'lower' } as const

interface KindDescription<S extends Severity, P extends z.ZodObject, F extends string, W extends boolean> {
  severity: S
  parameters: P
  loosenedBy: Record<keyof z.output<P> & string, Loosening>
  /**
   * Figures that explain its alerts: text ids (`alert.…`), and for each value in the text the field of `detail` that holds it. The first figure whose
   * first field is known is shown.
   */
  figures?: Readonly<Record<F, Readonly<Record<string, string>>>>
  /** It is evaluated from records alone, whose history is stored, and from no readings. */
  isOfRecords?: boolean
  /** The history of its input is not stored, so it cannot be rehearsed. */
  isWithoutPast?: W
}

function describeKind<
  const S extends Severity,
  P extends z.ZodObject,
  const F extends string = never,
  W extends boolean = false,
>(kind: KindDescription<S, P, F, W>): KindDescription<S, P, F, W> {
  return kind
}

/**
 * The kinds of alert rules, each with its severity, its parameters with the platform's defaults, and what loosens it. Raise and clear levels differ
 * (hysteresis), so that a value near the limit does not flap.
 */
export const alertKinds = {
  /**
   * A neckband is silent for `silentMinutes` and for `usualGaps` times its usual reporting interval, of which at most a day counts.
   * Zero gaps ignores the interval.
   */
  NECKBAND_SILENT: describeKind({
    severity: 'MAJOR',
    parameters: z.object({
      silentMinutes: minutes.default(60),
      usualGaps: z.number().int().min(0).max(100).default(4),
      ...delays(0, 0),
    }),
    loosenedBy: { silentMinutes: 'higher', usualGaps: 'higher', ...delaysLoosen },
  }),
  /** More than `raisePercent` of a farm's neckbands are silent for `silentMinutes`; clears when fewer than `clearPercent` are. */
  SITE_OUTAGE: describeKind({
    severity: 'MAJOR',
    parameters: z.object({
      raisePercent: percent.default(50),
      clearPercent: percent.default(25),
      silentMinutes: minutes.default(10),
      ...delays(5, 5),
    }),
    loosenedBy: {
      raisePercent: 'either',
      clearPercent: 'either',
      silentMinutes: 'either',
      raiseDelayMinutes: 'either',
      clearDelayMinutes: 'either',
    },
    figures: { silentHeads: { heads: 'silent' } },
  }),
  /** A gateway sends nothing for `offlineMinutes`. */
  GATEWAY_OFFLINE: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ offlineMinutes: minutes.default(10), ...delays(0, 0) }),
    loosenedBy: { offlineMinutes: 'either', raiseDelayMinutes: 'either', clearDelayMinutes: 'either' },
  }),
  /** An animal is more than `bufferMetres` outside its pen, a buffer for position scatter; clears within `clearMetres`. */
  LEFT_PEN: describeKind({
    severity: 'CRITICAL',
    parameters: z.object({ bufferMetres: metres.default(3), clearMetres: metres.default(1), ...delays(0.5, 1) }),
    loosenedBy: { bufferMetres: 'higher', clearMetres: 'higher', ...delaysLoosen },
    figures: { outside: { metres: 'metresOutside' } },
  }),
  /** A neckband's battery is below `raisePercent`; clears at `clearPercent`. */
  LOW_BATTERY: describeKind({
    severity: 'MINOR',
    parameters: z.object({ raisePercent: percent.default(15), clearPercent: percent.default(20), ...delays(0, 0) }),
    loosenedBy: { raisePercent: 'lower', clearPercent: 'lower', ...delaysLoosen },
    figures: { battery: { percent: 'battery' } },
  }),
  /** A pen holds more than `raisePercent` of its capacity; clears when it holds at most `clearPercent`. */
  PEN_CROWDED: describeKind({
    severity: 'MINOR',
    parameters: z.object({
      raisePercent: z.number().min(1).max(1000).default(100),
      clearPercent: z.number().min(1).max(1000).default(100),
      ...delays(10, 10),
    }),
    loosenedBy: { raisePercent: 'higher', clearPercent: 'higher', ...delaysLoosen },
    figures: { crowded: { heads: 'heads', capacity: 'capacity' } },
  }),
  /**
   * No daily log exists for a running project's farm by `dueMinuteOfDay` in the farm's time zone; clears when a log of that day or a later one
   * arrives.
   */
  DAILY_LOG_MISSING: describeKind({
    severity: 'MINOR',
    parameters: z.object({ dueMinuteOfDay: minuteOfDay.default(20 * 60), ...delays(0, 0) }),
    loosenedBy: { dueMinuteOfDay: 'higher', ...delaysLoosen },
    figures: { logOf: { day: 'day' } },
  }),
  /**
   * At least `raiseHeads` or `raisePercent` of a farm's heads in a project are neither heard in its window nor explained.
   * It clears when fewer than `clearHeads`, and less than `clearPercent`, are not heard.
   */
  HEADCOUNT_DROP: describeKind({
    severity: 'MAJOR',
    parameters: z.object({
      raiseHeads: heads.default(10),
      raisePercent: z.number().min(0.1).max(100).default(5),
      clearHeads: heads.default(5),
      clearPercent: z.number().min(0.1).max(100).default(2.5),
      ...delays(60, 30),
    }),
    loosenedBy: {
      raiseHeads: 'higher',
      raisePercent: 'higher',
      clearHeads: 'higher',
      clearPercent: 'higher',
      ...delaysLoosen,
    },
    figures: { dropped: { heads: 'unexplained', ledger: 'ledger' } },
  }),
  /** A running project's coverage is below its warning or minimum line; clears `clearAbovePercent` above the warning line. */
  COVERAGE_LOW: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ clearAbovePercent: z.number().min(0).max(100).default(0), ...delays(0, 0) }),
    loosenedBy: { clearAbovePercent: 'lower', ...delaysLoosen },
    // An alert for a whole farm, as raised by earlier versions, lists its projects.
    figures: { ratioOf: { projects: 'projects', ratio: 'ratio' }, ratio: { ratio: 'ratio' } },
    isOfRecords: true,
  }),
  /** An animal is more than `bufferMetres` outside its farm's boundary and in no pen of the farm; clears within `clearMetres`. */
  LEFT_FARM: describeKind({
    severity: 'CRITICAL',
    parameters: z.object({ bufferMetres: metres.default(10), clearMetres: metres.default(5), ...delays(0.5, 1) }),
    loosenedBy: { bufferMetres: 'higher', clearMetres: 'higher', ...delaysLoosen },
    figures: { outside: { metres: 'metresOutside' } },
  }),
  /** An animal reports no movement for `stillHours`, so somebody must look at it; clears when it moves. */
  NO_MOVEMENT: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ stillHours: hours.default(12), ...delays(0, 0) }),
    loosenedBy: { stillHours: 'higher', ...delaysLoosen },
    figures: { still: { hours: 'stillHours' } },
  }),
  /** A neckband reports that it was opened, or lies still for `stillHours` while `raisePercent` of its neighbours moved. */
  COLLAR_REMOVED: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ stillHours: hours.default(24), raisePercent: percent.default(60), ...delays(0, 0) }),
    loosenedBy: { stillHours: 'higher', raisePercent: 'higher', ...delaysLoosen },
    figures: { still: { hours: 'stillHours' }, tampered: {} },
  }),
  /** A neckband is at least as hot as `raiseAboveCelsius` or as cold as `raiseBelowCelsius`; clears between the two clear levels. */
  TEMPERATURE: describeKind({
    severity: 'MINOR',
    parameters: z.object({
      raiseAboveCelsius: celsius.default(50),
      clearAboveCelsius: celsius.default(47),
      raiseBelowCelsius: celsius.default(-30),
      clearBelowCelsius: celsius.default(-27),
      ...delays(10, 10),
    }),
    loosenedBy: {
      raiseAboveCelsius: 'higher',
      clearAboveCelsius: 'higher',
      raiseBelowCelsius: 'lower',
      clearBelowCelsius: 'lower',
      ...delaysLoosen,
    },
    figures: { celsius: { degrees: 'celsius' } },
  }),
  /** At least `raisePositions` of a neckband's last eight positions are impossible; clears at `clearPositions` or fewer. */
  BAD_POSITION: describeKind({
    severity: 'MINOR',
    parameters: z.object({
      raisePositions: positions.min(1).default(5),
      clearPositions: positions.default(1),
      ...delays(30, 0),
    }),
    loosenedBy: { raisePositions: 'higher', clearPositions: 'higher', ...delaysLoosen },
    figures: { badPositions: { count: 'badPositions' } },
    isWithoutPast: true,
  }),
  /**
   * At least `raiseHeads` neckbands of a farm move together, or stay at one signal strength, for `raiseHours`.
   * It clears when fewer neckbands did so for `clearHours`.
   */
  COLLARS_TOGETHER: describeKind({
    severity: 'MAJOR',
    parameters: z.object({
      raiseHeads: heads.min(2).default(3),
      raiseHours: hours.default(48),
      clearHours: hours.default(24),
      ...delays(0, 0),
    }),
    loosenedBy: { raiseHeads: 'higher', raiseHours: 'higher', clearHours: 'higher', ...delaysLoosen },
    figures: { together: { heads: 'heads', hours: 'hours' } },
  }),
  /** Insurance of some heads on a farm ends within `raiseDays` or ended recently; clears when cover continues without a gap. */
  INSURANCE_EXPIRING: describeKind({
    severity: 'MINOR',
    parameters: z.object({ raiseDays: days.default(30), ...delays(0, 0) }),
    loosenedBy: { raiseDays: 'lower', ...delaysLoosen },
    figures: { insuredUntil: { day: 'endsOn', heads: 'heads' } },
    isOfRecords: true,
  }),
  /** A wall of the farm's supervisor has not painted the monitor for `silentMinutes`: it is dark, frozen or cut off. Clears when it paints again. */
  WALL_SILENT: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ silentMinutes: minutes.min(1).default(5), ...delays(0, 0) }),
    loosenedBy: { silentMinutes: 'higher', ...delaysLoosen },
    isWithoutPast: true,
  }),
} as const

export type RuleKind = keyof typeof alertKinds
export type RuleParameters<K extends RuleKind> = z.output<(typeof alertKinds)[K]['parameters']>
export const ruleKinds = Object.keys(alertKinds) as [RuleKind, ...RuleKind[]]
/** Kinds that concern a loan on a farm's herd. */
export const loanKinds = ['DAILY_LOG_MISSING', 'HEADCOUNT_DROP', 'COVERAGE_LOW'] as const satisfies readonly RuleKind[]
