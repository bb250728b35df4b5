import { Input } from 'antd'
import { useId, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { type CloseCode, closeCodes, maxShelfMs } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import type { MessageId } from '../../../locale/languages.ts'
import { joinParts } from '../../../locale/joins.ts'
import type { ActKind } from './actOn.ts'
import { type EvidencePhoto, EvidencePhotos } from './EvidencePhotos.tsx'

/** Values entered so far. */
export interface Draft {
  text: string
  code: CloseCode | null
  /** Null: nobody; undefined: not chosen yet. */
  assigneeId: number | null | undefined
  /** Duration of shelving, ms. */
  forMs: number | null
  photos: readonly EvidencePhoto[]
}
export const emptyDraft: Draft = { text: '', code: null, assigneeId: undefined, forMs: null, photos: [] }

const hourMs = 3_600_000
/** Choices for shelving an alert, ms: a repair, a night, a weekend, and the server's maximum. */
const shelfSpans = [1, 4, 12, 24, 72].map((hours) => hours * hourMs).concat(maxShelfMs)

interface Props {
  kind: ActKind
  alerts: readonly [Alert, ...Alert[]]
  draft: Draft
  onChange: (change: (before: Draft) => Partial<Draft>) => void
}

/** Input fields of an action. */
export function ActFields({ kind, alerts, draft, onChange }: Props) {
  const intl = useIntl()
  const isCritical = alerts.some(({ severity }) => severity === 'CRITICAL')
  const words = (labelId: MessageId) => (
    <Words labelId={labelId} value={draft.text} onChange={(text) => onChange(() => ({ text }))} />
  )
  switch (kind) {
    case 'ACKNOWLEDGE':
      return words(isCritical ? 'alerts.comment' : 'alerts.commentOptional')
    case 'COMMENT':
      return words('alertAct.words')
    case 'ASSIGN':
      return (
        <Assignees
          farmId={alerts[0].farmId}
          value={draft.assigneeId}
          onChange={(assigneeId) => onChange(() => ({ assigneeId }))}
        />
      )
    case 'SHELVE':
      return (
        <>
          <Choice legendId="alertAct.forHowLong">
            {shelfSpans.map((forMs) => (
              <Option
                key={forMs}
                name="shelf"
                isChosen={draft.forMs === forMs}
                onChoose={() => onChange(() => ({ forMs }))}
              >
                {intl.formatMessage(
                  { id: forMs < 48 * hourMs ? 'span.wholeHours' : 'span.days' },
                  { hours: forMs / hourMs, days: forMs / hourMs / 24 },
                )}
              </Option>
            ))}
          </Choice>
          {words('alertAct.reason')}
        </>
      )
    case 'UNSHELVE':
      return words('alertAct.reasonOptional')
    case 'CLOSE':
      return (
        <>
          <Choice legendId="alertAct.closeCode">
            {closeCodes.map((code) => (
              <Option key={code} name="code" isChosen={draft.code === code} onChoose={() => onChange(() => ({ code }))}>
                {intl.formatMessage({ id: `closeCode.${code}` })}
              </Option>
            ))}
          </Choice>
          {draft.code !== null && drafting.has(draft.code) && (
            <p className="alert-note">{intl.formatMessage({ id: 'alertAct.drafts' })}</p>
          )}
          {words(isCritical || draft.code === 'OTHER' ? 'alertAct.words' : 'alertAct.wordsOptional')}
          <EvidencePhotos
            photos={draft.photos}
            onChange={(change) => onChange(({ photos }) => ({ photos: change(photos) }))}
          />
        </>
      )
  }
}

/** Codes that remove a head from the ledger. */
const drafting: ReadonlySet<CloseCode> = new Set(['ANIMAL_DEAD', 'ANIMAL_SOLD', 'THEFT'])

function Words({ labelId, value, onChange }: { labelId: MessageId; value: string; onChange: (text: string) => void }) {
  const intl = useIntl()
  const id = useId()
  return (
    <div className="alert-field">
      <label htmlFor={id}>{intl.formatMessage({ id: labelId })}</label>
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={2000}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

function Choice({ legendId, children }: { legendId: MessageId; children: ReactNode }) {
  const intl = useIntl()
  return (
    <fieldset className="alert-choice">
      <legend>{intl.formatMessage({ id: legendId })}</legend>
      <div>{children}</div>
    </fieldset>
  )
}

function Option({
  name,
  isChosen,
  onChoose,
  children,
}: {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label data-chosen={isChosen || undefined}>
      <input type="radio" name={name} className="only-read" checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  )
}

/** People who may be assigned alerts of a farm, those on shift first, with the number of alerts each has. */
function Assignees({
  farmId,
  value,
  onChange,
}: {
  farmId: number
  value: number | null | undefined
  onChange: (id: number | null) => void
}) {
  const intl = useIntl()
  const { data, isError } = useCall(endpoints.alerts.assignees, { farmId }, { shows: inPlace })
  if (isError)
    return (
      <p role="alert" className="alert-fault">
        {intl.formatMessage({ id: 'list.failed' })}
      </p>
    )
  if (data === undefined)
    return (
      <div className="page-skeleton" aria-busy="true">
        <span />
        <span />
      </div>
    )
  const people = data.people.toSorted(
    (a, b) => Number(b.isOnShift === true) - Number(a.isOnShift === true) || a.alerts - b.alerts,
  )
  return (
    <Choice legendId="alertAct.assignee">
      {people.map(({ id, name, role, isOnShift, alerts }) => (
        <Option key={id} name="assignee" isChosen={value === id} onChoose={() => onChange(id)}>
          <b>{name}</b>{' '}
          <small>
            {joinParts(
              intl,
              intl.formatMessage({ id: `role.${role}` }),
              isOnShift === true && intl.formatMessage({ id: 'alertAct.onShift' }),
              intl.formatMessage({ id: 'alertAct.has' }, { count: alerts }),
            )}
          </small>
        </Option>
      ))}
      <Option name="assignee" isChosen={value === null} onChoose={() => onChange(null)}>
        {intl.formatMessage({ id: 'alertAct.nobody' })}
      </Option>
    </Choice>
  )
}
