import { Checkbox, Input, Pagination } from 'antd'
import { Fragment, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { HeadState, ProjectHead } from '#contract/projects/projectHeads.ts'
import { inPlace } from '../../../api/failures.ts'
import { mayCall } from '../../../api/mayCall.ts'
import { PartComing } from '../../../api/LoadFailed.tsx'
import { useCall } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { useDebounced } from '../../../api/useDebounced.ts'
import { Tag } from '../../../list/grid/cells.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import { Moment } from '../../../locale/Moment.tsx'
import type { Moment as PastMoment } from '../past/moments.ts'
import { Ago } from '../figures/Ago.tsx'
import { wordOfCause } from './causeWords.ts'
import { ExplainHeads } from './ExplainHeads.tsx'
import { HeadDecisions } from './HeadDecisions.tsx'

const typingPauseMs = 300
/** Maximum heads explained per call. */
const maxExplained = 1000

interface Props {
  id: number
  /** Empty: all states. */
  states: readonly HeadState[]
  pageSize: number
  /** Whether to show a search by ear tag. */
  isSearched?: boolean
  /** Absent: now. */
  moment?: PastMoment
}

/** Heads of a project, longest silent first. Each unfolds to its readings and decisions; users who may can explain missing ones. */
export function HeadsTable({ id, states, pageSize, isSearched = false, moment }: Props) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<number | null>(null)
  const [text, setText] = useState('')
  const tag = useDebounced(text.trim(), typingPauseMs)
  const chosen = useChosen()
  const loading = useCall(
    endpoints.projectHeads.list,
    { id, state: [...states], current: page, pageSize, ...(tag !== '' && { tag }), ...moment },
    { shows: inPlace, keepsPrevious: true },
  )
  const { data } = loading
  const mayExplain = moment === undefined && mayCall(endpoints.projectHeads.explain, role)
  // Heads heard again may leave fewer pages.
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize))
  if (data && page > last) setPage(last)
  const columns = mayExplain ? 6 : 5
  return (
    <>
      {isSearched && (
        <Input.Search
          allowClear
          value={text}
          placeholder={intl.formatMessage({ id: 'head.search' })}
          aria-label={intl.formatMessage({ id: 'head.search' })}
          onChange={({ target }) => {
            setText(target.value)
            setPage(1)
          }}
        />
      )}
      {!data ? (
        <PartComing of={[loading]} lines={6} />
      ) : data.list.length === 0 ? (
        <p role="status">{intl.formatMessage({ id: tag === '' ? 'headcount.noHeads' : 'head.noneFound' })}</p>
      ) : (
        <div className="figures-table">
          <table>
            <thead>
              <tr>
                {mayExplain && <th scope="col" aria-label={intl.formatMessage({ id: 'list.selection' })} />}
                <th scope="col">{intl.formatMessage({ id: 'animal.visualTag' })}</th>
                <th scope="col">{intl.formatMessage({ id: 'head.lastHeard' })}</th>
                <th scope="col">{intl.formatMessage({ id: 'head.place' })}</th>
                <th scope="col" className="figures-value">
                  {intl.formatMessage({ id: 'head.value' })}
                </th>
                <th scope="col">{intl.formatMessage({ id: 'head.handling' })}</th>
              </tr>
            </thead>
            <tbody>
              {data.list.map((head) => (
                <Fragment key={head.id}>
                  <HeadRow
                    head={head}
                    isPast={moment !== undefined}
                    isOpen={open === head.id}
                    onOpen={() => setOpen(open === head.id ? null : head.id)}
                    {...(mayExplain && { chosen })}
                  />
                  {open === head.id && (
                    <tr className="figures-unfolded">
                      <td colSpan={columns}>
                        <HeadDecisions id={id} animalId={head.id} {...(moment && { moment })} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="row figures-foot">
        {chosen.ids.length > 0 && (
          <ExplainHeads
            id={id}
            animalIds={chosen.ids}
            title={intl.formatMessage({ id: 'head.explainChosen' }, { count: chosen.ids.length })}
            onDone={chosen.clear}
          />
        )}
        <Pagination
          size="small"
          hideOnSinglePage
          showSizeChanger={false}
          current={page}
          pageSize={pageSize}
          total={data?.total ?? page * pageSize}
          onChange={setPage}
        />
      </div>
    </>
  )
}

interface Chosen {
  ids: number[]
  turn: (id: number) => void
  clear: () => void
}

/** Heads selected on all pages. */
function useChosen(): Chosen {
  const [ids, setIds] = useState<number[]>([])
  return {
    ids,
    turn: (id) =>
      setIds((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id].slice(-maxExplained))),
    clear: () => setIds([]),
  }
}

interface RowProps {
  head: ProjectHead
  isPast: boolean
  isOpen: boolean
  onOpen: () => void
  /** Absent: the user may not explain heads. */
  chosen?: Chosen
}

function HeadRow({ head, isPast, isOpen, onOpen, chosen }: RowProps) {
  const intl = useIntl()
  const formats = useFormats()
  // A past view reads only the newest readings, so an older one may exist.
  const unheard = isPast ? '–' : intl.formatMessage({ id: 'headcount.neverHeard' })
  const {
    id,
    state,
    cause,
    visualTag,
    lastHeardAt,
    gatewayMac,
    farmName,
    penName,
    value,
    status,
    alertKind,
    explanation,
    explainedBy,
  } = head
  return (
    <tr>
      {chosen && (
        <td>
          {state === 'UNACCOUNTED' && (
            <Checkbox
              aria-label={intl.formatMessage({ id: 'head.choose' }, { tag: visualTag })}
              checked={chosen.ids.includes(id)}
              onChange={() => chosen.turn(id)}
            />
          )}
        </td>
      )}
      <td>
        <button type="button" className="figures-link" aria-expanded={isOpen} onClick={onOpen}>
          {visualTag}
        </button>
      </td>
      <td>
        {lastHeardAt === null ? unheard : isPast ? <Moment at={lastHeardAt} /> : <Ago at={lastHeardAt} />}{' '}
        <small>{gatewayMac}</small>
      </td>
      <td className="figures-place">{joinParts(intl, farmName, penName)}</td>
      <td className="figures-value">{formats.amount(value)}</td>
      <td className="figures-wide">
        {status === 'MISSING' && <Tag tone="critical">{intl.formatMessage({ id: 'animalStatus.MISSING' })}</Tag>}
        {cause !== null && <Tag tone="minor">{intl.formatMessage({ id: wordOfCause(cause) })}</Tag>}
        {alertKind !== null && <Tag tone="major">{intl.formatMessage({ id: `alert.${alertKind}` })}</Tag>}
        {explanation !== null && (
          <span>
            <bdi>{explanation}</bdi> <small>{explainedBy}</small>
          </span>
        )}
        {status !== 'MISSING' && cause === null && alertKind === null && explanation === null && '–'}
      </td>
    </tr>
  )
}
