import { alertKinds, type RuleKind, ruleKinds } from './alertKinds.ts'
import type { Alert } from './alerts.ts'

type Figures = { [K in RuleKind]: keyof NonNullable<(typeof alertKinds)[K]['figures']> }[RuleKind]

/** A figure that an alert was raised on: its words, and their values; several names are a line each. */
export interface AlertFigure {
  figure: Figures
  values: Alert['detail']
}

const figuresOf = (kind: RuleKind) => Object.entries(alertKinds[kind].figures ?? {}) as [Figures, Readonly<Record<string, string>>][]

/** The words of all figures. */
export const alertFigures = [...new Set(ruleKinds.flatMap(figuresOf).map(([figure]) => figure))]

/** The figure that an alert was raised on; null when it has none to tell. */
export function alertFigure({ kind, detail }: Pick<Alert, 'kind' | 'detail'>): AlertFigure | null {
  for (const [figure, facts] of figuresOf(kind)) {
    const values = Object.entries(facts).map(([name, fact]) => [name, detail[fact] ?? null] as const)
    if (values[0]?.[1] !== null) return { figure, values: Object.fromEntries(values) }
  }
  return null
}
