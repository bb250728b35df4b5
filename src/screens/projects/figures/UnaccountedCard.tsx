import { Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { RecordDrawer } from '../../../form/RecordDrawer.tsx'
import { explainForm } from '../ledger/ledgerForms.ts'
import type { Moment } from '../past/moments.ts'
import { HeadsTable } from './HeadsTable.tsx'

/** As many as are explained at once. */
const most = 1000

/** The heads that nobody can account for, with what was last heard and decided; a regulator says why. */
export function UnaccountedCard({ id, headcount: { unaccounted, unexplained }, moment }: { id: number; headcount: ProjectHeadcount; moment: Moment | null }) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const mayExplain = moment === null && mayCall(endpoints.projectHeads.explain, role) && unexplained > 0
  const [isExplaining, setExplaining] = useState(false)
  const { data } = useCall(endpoints.projectHeads.list, { id, state: ['UNACCOUNTED'], pageSize: most }, { isEnabled: mayExplain })
  const open = data?.list.filter(({ explanation }) => explanation === null).map((head) => head.id) ?? []
  return (
    <section className="panel figures-part" aria-labelledby="unaccounted">
      <header className="row">
        <h2 id="unaccounted">{intl.formatMessage({ id: 'unaccounted.title' }, { heads: unaccounted })}</h2>
        {unaccounted > 0 && <small>{intl.formatMessage({ id: 'unaccounted.hint' })}</small>}
        {mayExplain && open.length > 0 && (
          <Button size="small" onClick={() => setExplaining(true)}>
            {intl.formatMessage({ id: 'head.explain' })}
          </Button>
        )}
      </header>
      {unaccounted === 0 ? <p className="figures-quiet">{intl.formatMessage({ id: 'headcount.allFound' })}</p> : <HeadsTable id={id} states={['UNACCOUNTED']} pageSize={8} {...(moment && { moment })} />}
      <RecordDrawer form={explainForm} id={isExplaining ? 'new' : null} initial={{ id, animalIds: open }} onClose={() => setExplaining(false)} />
    </section>
  )
}
