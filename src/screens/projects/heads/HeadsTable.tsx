import { Button } from 'antd'
import { Fragment, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { HeadState, ProjectHead } from '#contract/projects/projectHeads.ts'
import { useCall } from '../../../api/queries.ts'
import { Tag } from '../../../list/grid/cells.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import { Moment } from '../../../locale/Moment.tsx'
import type { Moment as PastMoment } from '../past/moments.ts'
import { Ago } from './Ago.tsx'
import { HeadDecisions } from './HeadDecisions.tsx'

interface Props {
  id: number
  /** All where there are none. */
  states: readonly HeadState[]
  pageSize: number
  /** Absent: now. */
  moment?: PastMoment
}

/** Heads of a project, those silent for longest first; each unfolds to its readings and the decisions about it. */
export function HeadsTable({ id, states, pageSize, moment }: Props) {
  const intl = useIntl()
  const [pages, setPages] = useState(1)
  const [open, setOpen] = useState<number | null>(null)
  const { data } = useCall(endpoints.projectHeads.list, { id, state: [...states], pageSize: pages * pageSize, ...moment }, { keepsPrevious: true })
  if (!data) return null
  if (data.list.length === 0) return <p>{intl.formatMessage({ id: 'headcount.noHeads' })}</p>
  return (
    <>
      <div className="figures-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{intl.formatMessage({ id: 'animal.visualTag' })}</th>
              <th scope="col">{intl.formatMessage({ id: 'head.lastHeard' })}</th>
              <th scope="col">{intl.formatMessage({ id: 'head.place' })}</th>
              <th scope="col">{intl.formatMessage({ id: 'head.value' })}</th>
              <th scope="col">{intl.formatMessage({ id: 'head.handling' })}</th>
            </tr>
          </thead>
          <tbody>
            {data.list.map((head) => (
              <Fragment key={head.id}>
                <HeadRow head={head} isPast={moment !== undefined} isOpen={open === head.id} onOpen={() => setOpen(open === head.id ? null : head.id)} />
                {open === head.id && (
                  <tr className="figures-unfolded">
                    <td colSpan={5}>
                      <HeadDecisions id={id} animalId={head.id} {...(moment && { moment })} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {data.list.length < data.total && pages < 20 && (
        <Button type="link" onClick={() => setPages(pages + 1)}>
          {intl.formatMessage({ id: 'history.more' })}
        </Button>
      )}
    </>
  )
}

function HeadRow({ head, isPast, isOpen, onOpen }: { head: ProjectHead; isPast: boolean; isOpen: boolean; onOpen: () => void }) {
  const intl = useIntl()
  const formats = useFormats()
  // Of the past the newest readings alone are looked through: an older one may be there.
  const unheard = isPast ? '–' : intl.formatMessage({ id: 'headcount.neverHeard' })
  const { visualTag, lastHeardAt, gatewayMac, farmName, penName, value, status, alertKind, explanation, explainedBy } = head
  return (
    <tr>
      <td>
        <button type="button" className="figures-link" aria-expanded={isOpen} onClick={onOpen}>
          {visualTag}
        </button>
      </td>
      <td>
        {lastHeardAt === null ? unheard : isPast ? <Moment at={lastHeardAt} /> : <Ago at={lastHeardAt} />} <small>{gatewayMac}</small>
      </td>
      <td className="figures-place">{joinParts(intl, farmName, penName)}</td>
      <td>{formats.amount(value)}</td>
      <td className="figures-wide">
        {status === 'MISSING' && <Tag tone="critical">{intl.formatMessage({ id: 'animalStatus.MISSING' })}</Tag>}
        {alertKind !== null && <Tag tone="major">{intl.formatMessage({ id: `alert.${alertKind}` })}</Tag>}
        {explanation !== null && (
          <span>
            <bdi>{explanation}</bdi> <small>{explainedBy}</small>
          </span>
        )}
        {status !== 'MISSING' && alertKind === null && explanation === null && '–'}
      </td>
    </tr>
  )
}
