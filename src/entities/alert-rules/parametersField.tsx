import { useIntl } from 'react-intl'
import { alertKinds, type RuleKind, ruleKinds } from '#contract/alerts/alertKinds.ts'
import type { Draft, Field } from '../../form/describe.ts'
import { number, timeOfDay } from '../../form/fields.tsx'
import { timeText } from '../../form/controls/TimeInput.tsx'
import { group } from '../../form/parts.tsx'
import { joinParts } from '../../locale/joins.ts'
import type { MessageId } from '../../locale/languages.ts'

type Parameters = Record<string, number>
interface OfKind {
  kind?: RuleKind | null | undefined
}

/** Returns whether a name is a parameter of any rule kind. */
export const isParameter = (name: string): name is RuleParameterName => names.some((one) => one === name)

const isDelay = (name: string) => name.endsWith('DelayMinutes')
/** Names of all rule parameters, which include the unit: levels first, then delays. */
const names = [...new Set(ruleKinds.flatMap((kind) => Object.keys(alertKinds[kind].parameters.shape)))].toSorted(
  (a, b) => Number(isDelay(a)) - Number(isDelay(b)),
) as RuleParameterName[]
export type RuleParameterName = { [K in RuleKind]: keyof (typeof alertKinds)[K]['parameters']['shape'] }[RuleKind]

const units = {
  Heads: 'unit.heads',
  Minutes: 'unit.minutes',
  Percent: 'unit.percent',
  Metres: 'unit.metres',
  Hours: 'unit.hours',
  Days: 'unit.days',
  Celsius: 'unit.celsius',
  Gaps: 'unit.times',
  Positions: 'unit.positions',
} as const
/** Returns the unit of a parameter, derived from its name. */
export const unitOf = (name: string): MessageId =>
  Object.entries(units).find(([unit]) => name.endsWith(unit))?.[1] ?? 'unit.minutes'

const isTimeOfDay = (name: string) => name.endsWith('MinuteOfDay')
const fieldOf = (name: RuleParameterName): Field<Draft<Parameters>, number> =>
  isTimeOfDay(name) ? timeOfDay(`rule.parameter.${name}`) : number(`rule.parameter.${name}`, { unitId: unitOf(name) })

const fields = Object.fromEntries(names.map((name) => [name, fieldOf(name)]))

/** Fields of each kind; the contract's schema decides what a field accepts. */
const groups = Object.fromEntries(
  ruleKinds.map((kind) => [
    kind,
    group<OfKind, Parameters>(
      'rule.parameters',
      Object.fromEntries(Object.entries(fields).filter(([name]) => name in alertKinds[kind].parameters.shape)),
    ),
  ]),
)

/** Field for the parameters of a rule of the form's kind. */
export const parametersField: Field<OfKind, Parameters> = {
  labelId: 'rule.parameters',
  isWide: true,
  showsInside: true,
  shownWhen: ({ kind }) => kind != null,
  Show: ShownParameters,
  Input(props) {
    const ofKind = props.values.kind == null ? undefined : groups[props.values.kind]
    return ofKind && <ofKind.Input {...props} />
  },
}

/** Returns the parameters as text, each with its name and unit. */
export function useParameterWords(value: Parameters): string {
  const intl = useIntl()
  const written = names
    .filter((name) => name in value)
    .map((name) => {
      const figure = value[name] ?? 0
      const valueText = isTimeOfDay(name)
        ? timeText(figure)
        : `${intl.formatNumber(figure)} ${intl.formatMessage({ id: unitOf(name) })}`
      return `${intl.formatMessage({ id: `rule.parameter.${name}` })} ${valueText}`
    })
  return joinParts(intl, ...written)
}

function ShownParameters({ value }: { value: Parameters }) {
  return useParameterWords(value)
}

/** Table cell with the parameters, clipped to its width. */
export function ParametersCell({ value }: { value: Parameters }) {
  const words = useParameterWords(value)
  return (
    <span className="grid-text" title={words}>
      {words}
    </span>
  )
}
