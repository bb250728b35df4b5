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
/** Of the last eight positions that a neckband told. */
const positions = z.number().int().min(0).max(8)

/** The delays of a kind: how long the raise level must hold before an alert is raised, the clear level before it is cleared. */
const delays = (raiseMinutes: number, clearMinutes: number) => ({
  raiseDelayMinutes: minutes.default(raiseMinutes),
  clearDelayMinutes: minutes.default(clearMinutes),
})

/**
 * The way in which a parameter loosens its rule: changed that way the rule raises less, later, or for a shorter time. `either`:
 * every change does, as with a kind whose alerts explain silence: raised less it tells less, raised more it explains more away.
 */
export type Loosening = 'higher' | 'lower' | 'either'

const delaysLoosen = { raiseDelayMinutes: 'higher', clearDelayMinutes: 'lower' } as const

interface KindDescription<S extends Severity, P extends z.ZodObject, F extends string, W extends boolean> {
  severity: S
  parameters: P
  loosenedBy: Record<keyof z.output<P> & string, Loosening>
  /** The figures that its alerts are told by: the words of each (`alert.…`), and the fact of the detail that each value of them is. The first is told whose first fact is known. */
  figures?: Readonly<Record<F, Readonly<Record<string, string>>>>
  /** It is judged by records alone, whose past is kept, and by no reading. */
  isOfRecords?: boolean
  /** The past of what it judges is not kept, so it can’t be rehearsed. */
  isWithoutPast?: W
}

function describeKind<const S extends Severity, P extends z.ZodObject, const F extends string = never, W extends boolean = false>(kind: KindDescription<S, P, F, W>): KindDescription<S, P, F, W> {
  return kind
}

/**
 * The kinds of alert rules, each with its severity, its parameters, as the platform sets them unless a rule says otherwise,
 * and what loosens it. The raise level and the clear level lie apart (hysteresis), so that a value on the edge does not flap.
 */
export const alertKinds = {
  /** A neckband is not heard for `silentMinutes`, nor for `usualGaps` times what lies between its readings otherwise. Zero gaps: however often it reports. */
  NECKBAND_SILENT: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ silentMinutes: minutes.default(60), usualGaps: z.number().int().min(0).max(100).default(4), ...delays(0, 0) }),
    loosenedBy: { silentMinutes: 'higher', usualGaps: 'higher', ...delaysLoosen },
  }),
  /** More than `raisePercent` of a farm's neckbands are silent for `silentMinutes`, until fewer than `clearPercent` are. */
  SITE_OUTAGE: describeKind({
    severity: 'MAJOR',
    parameters: z.object({
      raisePercent: percent.default(50),
      clearPercent: percent.default(25),
      silentMinutes: minutes.default(10),
      ...delays(5, 5),
    }),
    loosenedBy: { raisePercent: 'either', clearPercent: 'either', silentMinutes: 'either', raiseDelayMinutes: 'either', clearDelayMinutes: 'either' },
    figures: { silentHeads: { heads: 'silent' } },
  }),
  /** A gateway sends nothing. */
  GATEWAY_OFFLINE: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ offlineMinutes: minutes.default(10), ...delays(0, 0) }),
    loosenedBy: { offlineMinutes: 'either', raiseDelayMinutes: 'either', clearDelayMinutes: 'either' },
  }),
  /** An animal is more than `bufferMetres` outside its pen (positions scatter by as much), until within `clearMetres`. */
  LEFT_PEN: describeKind({
    severity: 'CRITICAL',
    parameters: z.object({ bufferMetres: metres.default(3), clearMetres: metres.default(1), ...delays(0.5, 1) }),
    loosenedBy: { bufferMetres: 'higher', clearMetres: 'higher', ...delaysLoosen },
    figures: { outside: { metres: 'metresOutside' } },
  }),
  /** A neckband's battery is below `raisePercent`, until it is at `clearPercent`. */
  LOW_BATTERY: describeKind({
    severity: 'MINOR',
    parameters: z.object({ raisePercent: percent.default(15), clearPercent: percent.default(20), ...delays(0, 0) }),
    loosenedBy: { raisePercent: 'lower', clearPercent: 'lower', ...delaysLoosen },
    figures: { battery: { percent: 'battery' } },
  }),
  /** A pen holds more than `raisePercent` of its capacity, until it holds no more than `clearPercent`. */
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
  /** Nobody has written the daily log of a running project on a farm by a time of the day there, until one of that day or a later one comes. */
  DAILY_LOG_MISSING: describeKind({
    severity: 'MINOR',
    parameters: z.object({ dueMinuteOfDay: minuteOfDay.default(20 * 60), ...delays(0, 0) }),
    loosenedBy: { dueMinuteOfDay: 'higher', ...delaysLoosen },
    figures: { logOf: { day: 'day' } },
  }),
  /** As many heads of a farm that a project counts as `raiseHeads`, or as `raisePercent` of them, are neither heard in its window nor explained, until fewer than `clearHeads` and than `clearPercent` are not heard. */
  HEADCOUNT_DROP: describeKind({
    severity: 'MAJOR',
    parameters: z.object({
      raiseHeads: heads.default(10),
      raisePercent: z.number().min(0.1).max(100).default(5),
      clearHeads: heads.default(5),
      clearPercent: z.number().min(0.1).max(100).default(2.5),
      ...delays(60, 30),
    }),
    loosenedBy: { raiseHeads: 'higher', raisePercent: 'higher', clearHeads: 'higher', clearPercent: 'higher', ...delaysLoosen },
    figures: { dropped: { heads: 'unexplained', ledger: 'ledger' } },
  }),
  /** The loan of a running project is covered below its warning line, or its minimum line, until it is `clearAbovePercent` above the warning line. */
  COVERAGE_LOW: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ clearAbovePercent: z.number().min(0).max(100).default(0), ...delays(0, 0) }),
    loosenedBy: { clearAbovePercent: 'lower', ...delaysLoosen },
    // Told of a whole farm, as once, it names its projects.
    figures: { ratioOf: { projects: 'projects', ratio: 'ratio' }, ratio: { ratio: 'ratio' } },
    isOfRecords: true,
  }),
  /** An animal is more than `bufferMetres` outside its farm's boundary, and in no pen of the farm, until within `clearMetres`. */
  LEFT_FARM: describeKind({
    severity: 'CRITICAL',
    parameters: z.object({ bufferMetres: metres.default(10), clearMetres: metres.default(5), ...delays(0.5, 1) }),
    loosenedBy: { bufferMetres: 'higher', clearMetres: 'higher', ...delaysLoosen },
    figures: { outside: { metres: 'metresOutside' } },
  }),
  /** An animal has told for `stillHours` that it does not move: somebody has to look at it. Until it moves. */
  NO_MOVEMENT: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ stillHours: hours.default(12), ...delays(0, 0) }),
    loosenedBy: { stillHours: 'higher', ...delaysLoosen },
    figures: { still: { hours: 'stillHours' } },
  }),
  /** A neckband says that it was opened, or lies still for `stillHours` while `raisePercent` of its neighbours moved. */
  COLLAR_REMOVED: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ stillHours: hours.default(24), raisePercent: percent.default(60), ...delays(0, 0) }),
    loosenedBy: { stillHours: 'higher', raisePercent: 'higher', ...delaysLoosen },
    figures: { still: { hours: 'stillHours' }, tampered: {} },
  }),
  /** A neckband is as hot as `raiseAboveCelsius`, or as cold as `raiseBelowCelsius`, until it is back between the levels of clearing. */
  TEMPERATURE: describeKind({
    severity: 'MINOR',
    parameters: z.object({
      raiseAboveCelsius: celsius.default(50),
      clearAboveCelsius: celsius.default(47),
      raiseBelowCelsius: celsius.default(-30),
      clearBelowCelsius: celsius.default(-27),
      ...delays(10, 10),
    }),
    loosenedBy: { raiseAboveCelsius: 'higher', clearAboveCelsius: 'higher', raiseBelowCelsius: 'lower', clearBelowCelsius: 'lower', ...delaysLoosen },
    figures: { celsius: { degrees: 'celsius' } },
  }),
  /** Of the last eight positions of a neckband as many as `raisePositions` are impossible, until no more than `clearPositions` are. */
  BAD_POSITION: describeKind({
    severity: 'MINOR',
    parameters: z.object({ raisePositions: positions.min(1).default(5), clearPositions: positions.default(1), ...delays(30, 0) }),
    loosenedBy: { raisePositions: 'higher', clearPositions: 'higher', ...delaysLoosen },
    figures: { badPositions: { count: 'badPositions' } },
    isWithoutPast: true,
  }),
  /** As many neckbands of a farm as `raiseHeads` go everywhere together, or lie at one signal strength, for `raiseHours`, until for less than `clearHours`. */
  COLLARS_TOGETHER: describeKind({
    severity: 'MAJOR',
    parameters: z.object({ raiseHeads: heads.min(2).default(3), raiseHours: hours.default(48), clearHours: hours.default(24), ...delays(0, 0) }),
    loosenedBy: { raiseHeads: 'higher', raiseHours: 'higher', clearHours: 'higher', ...delaysLoosen },
    figures: { together: { heads: 'heads', hours: 'hours' } },
  }),
  /** Heads of a farm are insured for no more than `raiseDays`, or since lately no more, until their insurance goes on without a gap. */
  INSURANCE_EXPIRING: describeKind({
    severity: 'MINOR',
    parameters: z.object({ raiseDays: days.default(30), ...delays(0, 0) }),
    loosenedBy: { raiseDays: 'lower', ...delaysLoosen },
    figures: { insuredUntil: { day: 'endsOn', heads: 'heads' } },
    isOfRecords: true,
  }),
  /** A wall of the farm's supervisor has not painted the monitor for `silentMinutes`: it is dark, frozen or cut off. Until it paints again. */
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
/** The kinds about a loan on the herd of a farm. */
export const loanKinds = ['DAILY_LOG_MISSING', 'HEADCOUNT_DROP', 'COVERAGE_LOW'] as const satisfies readonly RuleKind[]
