import { Button, Modal, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import { CallError } from '../../api/CallError.ts'
import { failureMessage } from '../../api/callFailure.ts'
import { ReasonInput } from '../../form/controls/ReasonInput.tsx'
import { errorSentence } from '../../form/values/errorWords.ts'
import type { RecordList, Row, RowAction } from '../describe.ts'
import { type Outcome, runAll } from './runAll.ts'
import { joinParts } from '../../locale/joins.ts'

/** Maximum number of names listed; further ones are counted. */
const maxNames = 5

export interface Intent {
  action: RowAction<Row>
  rows: readonly Row[]
}

interface Props {
  list: RecordList
  intent: Intent
  onClose: () => void
  /** Receives the success message; empty when part of the action failed. */
  onDone: (words: string) => void
}

/** Explains an action and its rows, asks for a reason if needed, and lists failures by row. */
export function ActionDialog({ list, intent, onClose, onDone }: Props) {
  const intl = useIntl()
  const [action, setAction] = useState(intent.action)
  const [rows, setRows] = useState(intent.rows)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [step, setStep] = useState<number | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const end = useRef<AbortController>(null)
  const begun = useRef(false)
  useEffect(() => () => end.current?.abort(), [])

  const wordsFor = (some: readonly Row[]) => ({
    count: some.length,
    names: intl.formatList([
      ...some.slice(0, maxNames).map((row) => list.nameOf(row, intl)),
      ...(some.length > maxNames
        ? [intl.formatMessage({ id: 'list.andOthers' }, { count: some.length - maxNames })]
        : []),
    ]),
  })
  const title = intl.formatMessage({ id: action.titleId })

  const start = async () => {
    if (action.reasonId && !action.isReasonOptional && reason.trim() === '') {
      setMissing(true)
      return
    }
    const cancel = new AbortController()
    end.current = cancel
    setStep(0)
    const result = await runAll({
      action,
      rows,
      reason: reason.trim(),
      signal: cancel.signal,
      onStep: setStep,
      wordsOf: (error) => refusalMessage(intl, error),
    })
    setStep(null)
    const { approval } = action
    if (approval && result.failed.length > 0 && result.failed.every(({ needsApproval }) => needsApproval)) {
      onDone('')
      setAction(approval)
      setRows([...result.failed.map(({ row }) => row), ...result.left])
      return
    }
    const isClean = result.failed.length === 0 && result.left.length === 0
    onDone(isClean ? intl.formatMessage({ id: action.doneId }, wordsFor(result.done)) : '')
    if (isClean) onClose()
    else setOutcome(result)
  }

  // An action without a question runs immediately; the dialog shows its progress and failures.
  useEffect(() => {
    if (action.confirmId || action.reasonId || begun.current) return
    begun.current = true
    void start()
    // Runs once, when the dialog opens.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  if (!action.confirmId && !action.reasonId && !outcome && rows.length === 1) return null
  const isRunning = step !== null
  const again = outcome ? [...outcome.failed.map(({ row }) => row), ...outcome.left] : []

  return (
    <Modal
      open
      title={joinParts(
        intl,
        title,
        rows.length > 1 && intl.formatMessage({ id: list.countId }, { count: rows.length }),
      )}
      onCancel={() => {
        if (isRunning) end.current?.abort()
        else onClose()
      }}
      mask={{ closable: false }}
      footer={
        isRunning ? (
          <Button onClick={() => end.current?.abort()}>{intl.formatMessage({ id: 'list.cancel' })}</Button>
        ) : outcome ? (
          <>
            <Button onClick={onClose}>{intl.formatMessage({ id: 'list.close' })}</Button>
            <Button
              type="primary"
              onClick={() => {
                setRows(again)
                setOutcome(null)
              }}
            >
              {intl.formatMessage({ id: 'list.tryAgain' }, { count: again.length })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{intl.formatMessage({ id: 'list.cancel' })}</Button>
            <Button type="primary" danger={action.danger ?? false} onClick={() => void start()}>
              {title}
            </Button>
          </>
        )
      }
    >
      {!outcome && action.confirmId && <p>{intl.formatMessage({ id: action.confirmId }, wordsFor(rows))}</p>}
      {!outcome && action.reasonId && (
        <ReasonInput
          labelId={action.reasonId}
          value={reason}
          isMissing={isMissing}
          disabled={isRunning}
          onChange={(next) => {
            setReason(next)
            setMissing(false)
          }}
        />
      )}
      {isRunning && (
        <Progress
          percent={Math.round((100 * step) / rows.length)}
          format={() => intl.formatMessage({ id: 'join.of' }, { part: step, whole: rows.length })}
          aria-label={title}
        />
      )}
      {outcome && (
        <div role="alert" className="outcome">
          <p>
            {intl.formatMessage(
              { id: 'list.outcome' },
              { done: outcome.done.length, failed: outcome.failed.length, left: outcome.left.length },
            )}
          </p>
          <ul>
            {outcome.failed.map(({ row, message }) => (
              <li key={list.idOf(row)}>
                <b>{list.nameOf(row, intl)}</b> {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Modal>
  )
}

/** A field error that reads well without the field's name says more than the refusal of the call. */
function refusalMessage(intl: IntlShape, error: unknown): string {
  if (!(error instanceof CallError)) throw error
  const [code] = Object.values(error.fields)
  return (code === undefined ? null : errorSentence(intl, { code })) ?? failureMessage(intl, error)
}
