import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import type { Moment } from '../past/moments.ts'
import { ExplainHeads } from '../heads/ExplainHeads.tsx'
import { HeadsTable } from '../heads/HeadsTable.tsx'

/** Maximum heads explained per call. */
const maxExplained = 1000

/** Unaccounted heads with their last readings and decisions; a regulator can explain them. */
export function UnaccountedCard({
  id,
  headcount: { unaccounted, unexplained },
  moment,
}: {
  id: number
  headcount: ProjectHeadcount
  moment: Moment | null
}) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const mayExplain = moment === null && mayCall(endpoints.projectHeads.explain, role) && unexplained > 0
  const { data } = useCall(
    endpoints.projectHeads.list,
    { id, state: ['UNACCOUNTED'], pageSize: maxExplained },
    { isEnabled: mayExplain },
  )
  const open = data?.list.filter(({ explanation }) => explanation === null).map((head) => head.id) ?? []
  return (
    <section className="panel figures-part" aria-labelledby="unaccounted">
      <header className="row">
        <h2 id="unaccounted">{intl.formatMessage({ id: 'unaccounted.title' }, { heads: unaccounted })}</h2>
        {unaccounted > 0 && <small>{intl.formatMessage({ id: 'unaccounted.hint' })}</small>}
        {mayExplain && open.length > 0 && (
          <ExplainHeads
            id={id}
            animalIds={open}
            title={intl.formatMessage({ id: 'head.explainAll' }, { count: open.length })}
          />
        )}
      </header>
      {unaccounted === 0 ? (
        <p className="figures-quiet">{intl.formatMessage({ id: 'headcount.allFound' })}</p>
      ) : (
        <HeadsTable id={id} states={['UNACCOUNTED']} pageSize={8} {...(moment && { moment })} />
      )}
    </section>
  )
}
