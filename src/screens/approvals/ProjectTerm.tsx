import { useIntl } from 'react-intl'
import { z } from 'zod'
import { alertRuleSchema } from '#contract/alerts/alertRules.ts'
import { useParameterWords } from '../../entities/alert-rules/parametersField.tsx'
import { useScheduleWords } from '../../entities/alert-rules/scheduleWords.ts'
import { Tag } from '../../list/grid/cells.tsx'
import { useFormats } from '../../locale/formats.ts'
import type { MessageId } from '../../locale/languages.ts'
import { joinParts, listWords } from '../../locale/joins.ts'

/** Labels of a project's terms in a request that opens or closes it. */
export const projectTerms: Readonly<Record<string, MessageId>> = {
  code: 'project.code',
  projectName: 'project.name',
  bank: 'organisationKind.BANK',
  borrower: 'organisationKind.BORROWER',
  supervisor: 'organisationKind.SUPERVISOR',
  people: 'project.people',
  farms: 'project.farms',
  loanAmount: 'project.loanAmount',
  loanBalance: 'project.loanBalance',
  contractHeadcount: 'count.contracted',
  startsOn: 'project.startsOn',
  endsOn: 'project.endsOn',
  warningLine: 'project.warningLine',
  minimumLine: 'project.minimumLine',
  windowMinutes: 'farm.window',
  collateral: 'project.collateral',
  rules: 'rule.ofProjects',
  remark: 'project.remark',
}

const namesSchema = z.array(z.string())
const lineSchema = z.object({
  category: z.string(),
  unit: z.string(),
  quantity: z.string(),
  unitPrice: z.string(),
  pricedOn: z.string(),
  priceSource: z.string(),
  haircut: z.string(),
  heads: z.number(),
})

const ruleSchema = alertRuleSchema
  .pick({ kind: true, severity: true, enabled: true, parameters: true, schedule: true })
  .extend({ isLooser: z.boolean() })

/** Returns a term of a project as text; null when its raw value is readable. */
export function ProjectTerm({ field, value }: { field: string; value: unknown }) {
  const intl = useIntl()
  const { amount, coverageLine, date } = useFormats()
  const nothing = intl.formatMessage({ id: 'form.nothing' })
  if (field === 'loanAmount' || field === 'loanBalance') return amount(String(value))
  if (field === 'startsOn' || field === 'endsOn') return date(String(value))
  if (field === 'warningLine' || field === 'minimumLine') return <bdi>{coverageLine(String(value))}</bdi>
  if (field === 'windowMinutes') return intl.formatMessage({ id: 'figures.window' }, { minutes: Number(value) })
  if (field === 'contractHeadcount') return intl.formatNumber(Number(value))
  if (field === 'collateral')
    return (
      <ul>
        {z
          .array(lineSchema)
          .parse(value)
          .map((line, place) => (
            <li key={place}>
              <Line {...line} />
            </li>
          ))}
      </ul>
    )
  const rules = field === 'rules' ? z.array(ruleSchema).parse(value) : []
  if (rules.length > 0)
    return (
      <ul>
        {rules.map((rule) => (
          <li key={rule.kind}>
            <Rule {...rule} />
          </li>
        ))}
      </ul>
    )
  const names = namesSchema.safeParse(value).data
  if (names) return <bdi>{names.length === 0 ? nothing : listWords(intl, names)}</bdi>
  return <bdi>{String(value)}</bdi>
}

/** Line of collateral: category, quantity, heads and price. */
function Line({
  category,
  unit,
  quantity,
  unitPrice,
  pricedOn,
  priceSource,
  haircut,
  heads,
}: z.infer<typeof lineSchema>) {
  const intl = useIntl()
  const { amount, date, percent } = useFormats()
  const values = {
    category,
    unit,
    heads,
    quantity: intl.formatNumber(Number(quantity)),
    price: amount(unitPrice),
    day: date(pricedOn),
    source: priceSource,
    haircut: percent(Number(haircut), 2),
  }
  return intl.formatMessage({ id: 'project.line' }, values)
}

/** A rule of the project, and whether it raises fewer alerts than the rules it replaces. */
function Rule({ kind, severity, enabled, parameters, schedule, isLooser }: z.infer<typeof ruleSchema>) {
  const intl = useIntl()
  const levels = useParameterWords(parameters)
  const when = useScheduleWords(schedule)
  const state = intl.formatMessage({ id: enabled ? 'rule.on' : 'rule.off' })
  return (
    <>
      <strong>{intl.formatMessage({ id: `alert.${kind}` })}</strong>{' '}
      {joinParts(intl, intl.formatMessage({ id: `severity.${severity}` }), state, schedule !== null && when, levels)}{' '}
      {isLooser && <Tag tone="major">{intl.formatMessage({ id: 'ticket.is.LOOSER' })}</Tag>}
    </>
  )
}
