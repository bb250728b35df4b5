import { alertKinds, type RuleKind, ruleKinds } from './alertKinds.ts'
import type { Alert } from './alerts.ts'

type Figures = { [K in RuleKind]: keyof NonNullable<(typeof alertKinds)[K]['figures']> }[RuleKind]

/** A figure that explains why an alert was raised: its text id and the values in it. Several names are one per line. */
export interface AlertFigure {
  figure: Figures
  values: Alert['detail']
}

const figuresOf = (kind: RuleKind) =>
  Object.entries(alertKinds[kind].figures ?? {}) as [Figures, Readonly<Record<string, string>>][]

/** Text ids of all figures. */
export const alertFigures = [...new Set(ruleKinds.flatMap(figuresOf).map(([figure]) => figure))]

/** Returns the figure that explains why an alert was raised; null without one. */
export function alertFigure({ kind, detail }: Pick<Alert, 'kind' | 'detail'>): AlertFigure | null {
  for (const [figure, facts] of figuresOf(kind)) {
    const values = Object.entries(facts).map(([name, fact]) => [name, detail[fact] ?? null] as const)
    if (values[0]?.[1] !== null) return { figure, values: Object.fromEntries(values) }
  }
  return null
}
