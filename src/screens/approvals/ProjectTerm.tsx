import { useIntl } from 'react-intl'
import { z } from 'zod'
import { useFormats } from '../../locale/formats.ts'
import type { MessageId } from '../../locale/languages.ts'
import { listWords } from '../../locale/joins.ts'

/** The names of a project's terms in the request that opens or closes it. */
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
  remark: 'project.remark',
}

const namesSchema = z.array(z.string())
const lineSchema = z.object({
  category: z.string(), unit: z.string(), quantity: z.string(), unitPrice: z.string(), pricedOn: z.string(), priceSource: z.string(), haircut: z.string(), heads: z.number(),
})

/** A term of a project in words, null for one that is its own words. */
export function ProjectTerm({ field, value }: { field: string; value: unknown }) {
  const intl = useIntl()
  const { amount, coverageLine, date } = useFormats()
  const nothing = intl.formatMessage({ id: 'form.nothing' })
  if (field === 'loanAmount' || field === 'loanBalance') return amount(String(value))
  if (field === 'startsOn' || field === 'endsOn') return date(String(value))
  if (field === 'warningLine' || field === 'minimumLine') return <bdi>{coverageLine(String(value))}</bdi>
  if (field === 'windowMinutes') return intl.formatMessage({ id: 'figures.window' }, { minutes: Number(value) })
  if (field === 'contractHeadcount') return intl.formatNumber(Number(value))
  if (field === 'collateral') return <ul>{z.array(lineSchema).parse(value).map((line, place) => <li key={place}><Line {...line} /></li>)}</ul>
  const names = namesSchema.safeParse(value).data
  if (names) return <bdi>{names.length === 0 ? nothing : listWords(intl, names)}</bdi>
  return <bdi>{String(value)}</bdi>
}

/** A line of collateral: what is pledged, how many head, and at which price. */
function Line({ category, unit, quantity, unitPrice, pricedOn, priceSource, haircut, heads }: z.infer<typeof lineSchema>) {
  const intl = useIntl()
  const { amount, date, percent } = useFormats()
  const values = {
    category, unit, heads, quantity: intl.formatNumber(Number(quantity)), price: amount(unitPrice), day: date(pricedOn), source: priceSource, haircut: percent(Number(haircut), 2),
  }
  return intl.formatMessage({ id: 'project.line' }, values)
}
