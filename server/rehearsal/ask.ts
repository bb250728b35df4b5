import type { LoadShift } from '#contract/alerts/alertLoads.ts'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import type { RehearsalFailure, RehearsalResult } from '#contract/alerts/rehearsals.ts'
import type { FarmShift } from '../alerts/schedules/farmShifts.ts'

/** A request for a rehearsal. Instants are herd time, epoch ms. */
export interface RehearsalAsk {
  kind: RuleKind
  farmIds: number[]
  /** Shifts of these farms, and which farm has which. */
  shifts: LoadShift[]
  ofFarms: FarmShift[]
  from: number
  to: number
  /** All rules: the current ones, and the proposed ones. */
  today: AlertRule[]
  rehearsed: AlertRule[]
}

/** Messages from the rehearsing process to the server. */
export type RehearsalNews = { share: number } | { result: RehearsalResult } | { failure: RehearsalFailure }
