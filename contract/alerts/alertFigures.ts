import type { Alert } from './alerts.ts'

/** A figure that an alert was raised on, by its kind and with its values. */
export type AlertFigure =
  | { figure: 'outside'; values: { metres: number } }
  | { figure: 'silentHeads'; values: { heads: number } }
  | { figure: 'battery'; values: { percent: number } }
  | { figure: 'crowded'; values: { heads: number; capacity: number | null } }
  | { figure: 'logOf'; values: { day: string } }
  | { figure: 'dropped'; values: { heads: number; ledger: number | null } }
  /** `ratio`: of the loan of `projects`. */
  | { figure: 'ratio'; values: { projects: string; ratio: number } }
  | { figure: 'tampered'; values: Record<string, never> }
  | { figure: 'still'; values: { hours: number } }
  | { figure: 'celsius'; values: { degrees: number } }
  | { figure: 'badPositions'; values: { count: number } }
  | { figure: 'together'; values: { heads: number; hours: number | null } }
  | { figure: 'insuredUntil'; values: { heads: number; day: string } }

/** The figure that an alert was raised on; null when it has none to tell. */
export function alertFigure({ kind, detail }: Pick<Alert, 'kind' | 'detail'>): AlertFigure | null {
  const number = (name: string): number | null => (typeof detail[name] === 'number' ? detail[name] : null)
  const text = (name: string): string | null => (typeof detail[name] === 'string' ? detail[name] : null)
  const [metres, silent, percent, heads] = [number('metresOutside'), number('silent'), number('battery'), number('heads')]
  if ((kind === 'LEFT_PEN' || kind === 'LEFT_FARM') && metres !== null) return { figure: 'outside', values: { metres } }
  if (kind === 'SITE_OUTAGE' && silent !== null) return { figure: 'silentHeads', values: { heads: silent } }
  if (kind === 'LOW_BATTERY' && percent !== null) return { figure: 'battery', values: { percent } }
  if (kind === 'PEN_CROWDED' && heads !== null) return { figure: 'crowded', values: { heads, capacity: number('capacity') } }
  const day = text('day')
  if (kind === 'DAILY_LOG_MISSING' && day !== null) return { figure: 'logOf', values: { day } }
  const unexplained = number('unexplained')
  if (kind === 'HEADCOUNT_DROP' && unexplained !== null) return { figure: 'dropped', values: { heads: unexplained, ledger: number('ledger') } }
  const ratio = text('ratio')
  if (kind === 'COVERAGE_LOW' && ratio !== null) return { figure: 'ratio', values: { projects: String(detail['projects']), ratio: Number(ratio) } }
  const [hours, degrees, count] = [number('stillHours'), number('celsius'), number('badPositions')]
  if (kind === 'COLLAR_REMOVED' && hours === null) return { figure: 'tampered', values: {} }
  if (hours !== null) return { figure: 'still', values: { hours } }
  if (degrees !== null) return { figure: 'celsius', values: { degrees } }
  if (count !== null) return { figure: 'badPositions', values: { count } }
  if (kind === 'COLLARS_TOGETHER' && heads !== null) return { figure: 'together', values: { heads, hours: number('hours') } }
  const endsOn = text('endsOn')
  if (kind === 'INSURANCE_EXPIRING' && endsOn !== null) return { figure: 'insuredUntil', values: { heads: heads ?? 0, day: endsOn } }
  return null
}
