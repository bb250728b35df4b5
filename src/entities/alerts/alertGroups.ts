import { type RuleKind, severities } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'

/** Open alerts shown as one: the same kind, pen and severity, all acknowledged or none. */
export interface AlertGroup {
  key: string
  /** Alerts about pledged animals first, then the newest. */
  alerts: readonly [Alert, ...Alert[]]
}

/** Returns whether an alert concerns a pledged animal. */
export type IsPledged = (alert: Alert) => boolean

/** Order of kinds of the same severity; the others follow. An animal outside the farm is harder to get back than one outside its pen. */
const kindRanks: Partial<Record<RuleKind, number>> = { LEFT_FARM: 0, LEFT_PEN: 1 }
const otherRank = 2

/** An alert with the values that it is sorted by, computed once, as there may be thousands. */
interface Ranked {
  alert: Alert
  raisedAt: number
  pledgeRank: number
}

const keyOf = ({ farmId, farmSlotId, kind, severity, acknowledgedAt }: Alert): string =>
  JSON.stringify([kind, farmId, farmSlotId, severity, acknowledgedAt === null])

const byPledgeAndAge = (a: Ranked, b: Ranked): number =>
  a.pledgeRank - b.pledgeRank || b.raisedAt - a.raisedAt || b.alert.id - a.alert.id

function urgencyOf({ severity, kind, acknowledgedAt }: Alert): number {
  const rank = severities.indexOf(severity) * 2 + (acknowledgedAt === null ? 0 : 1)
  return rank * (otherRank + 1) + (kindRanks[kind] ?? otherRank)
}

/**
 * Groups alerts by kind, pen and severity, most urgent group first: by severity, then unacknowledged ones, then LEFT_FARM, LEFT_PEN and other
 * kinds, then groups with a pledged animal, then the newest.
 */
export function groupAlerts(alerts: readonly Alert[], isPledged: IsPledged = () => false): AlertGroup[] {
  const groups = new Map<string, [Ranked, ...Ranked[]]>()
  const ranked = alerts.map((alert) => ({
    alert,
    raisedAt: Date.parse(alert.raisedAt),
    pledgeRank: isPledged(alert) ? 0 : 1,
  }))
  for (const one of ranked.sort(byPledgeAndAge)) {
    const key = keyOf(one.alert)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  // The sort is stable: equally urgent groups keep the order of their first alerts.
  return [...groups]
    .map(([key, [first, ...others]]) => ({
      key,
      urgency: urgencyOf(first.alert),
      alerts: [first.alert, ...others.map(({ alert }) => alert)] as const,
    }))
    .toSorted((a, b) => a.urgency - b.urgency)
    .map(({ key, alerts: members }) => ({ key, alerts: members }))
}

/** How long after it was raised an unacknowledged alert counts as new, minutes of herd time. */
export const newAlertMinutes = 5

/** Returns unacknowledged alerts that were raised in the last minutes, grouped. @param now herd time, epoch ms */
export function newAlertGroups(alerts: readonly Alert[], now: number, isPledged?: IsPledged): AlertGroup[] {
  const fresh = alerts.filter(
    ({ acknowledgedAt, isLate, raisedAt }) =>
      acknowledgedAt === null && !isLate && now - Date.parse(raisedAt) < newAlertMinutes * 60_000,
  )
  return groupAlerts(fresh, isPledged)
}
