import './rehearsals.css'
import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import { kindsWithoutPast, maxRehearsalDays, type Rehearsal } from '#contract/alerts/rehearsals.ts'
import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { loadFailureMessage } from '../../api/callFailure.ts'
import { CallError } from '../../api/CallError.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { RehearsalReport } from './RehearsalReport.tsx'

/** Polling interval during a rehearsal, ms. */
const pollIntervalMs = 1000
const isUnderWay = (rehearsal: Rehearsal | undefined) =>
  rehearsal?.state === 'WAITING' || rehearsal?.state === 'RUNNING'

interface Props {
  /** Values of the form, possibly incomplete. */
  values: { kind?: RuleKind | null | undefined }
  readOnly: boolean
}

/** Part of the rule form that shows what the rule would recently have raised, before it is saved. */
export function RehearsalStep({ values, readOnly }: Props) {
  const intl = useIntl()
  const [begun, setBegun] = useState<{ id: number; values: string } | null>(null)
  const [isAsking, setAsking] = useState(false)
  const loaded = useCall(
    endpoints.rehearsals.detail,
    { id: begun?.id ?? 0 },
    { shows: inPlace, isEnabled: begun !== null, intervalMs: pollIntervalMs, isForgotten: true },
  )
  const { kind } = values
  if (readOnly || kind == null) return null
  const refused = kindsWithoutPast.find((one) => one === kind)
  if (refused) return <p className="rehearsal-note">{intl.formatMessage({ id: `rehearsal.refused.${refused}` })}</p>

  const now = JSON.stringify(ruleOf(values))
  const shown = loaded.data
  const ask = async (work: () => Promise<Rehearsal>) => {
    setAsking(true)
    try {
      setBegun({ id: (await work()).id, values: now })
      await loaded.refetch()
    } catch (error) {
      // Refusals by the server have already been reported.
      if (!(error instanceof CallError)) throw error
    } finally {
      setAsking(false)
    }
  }
  return (
    <section className="rehearsal" aria-label={intl.formatMessage({ id: 'rehearsal.title' })}>
      <h3>{intl.formatMessage({ id: 'rehearsal.title' })}</h3>
      <p className="rehearsal-note">{intl.formatMessage({ id: 'rehearsal.text' }, { days: maxRehearsalDays })}</p>
      {isUnderWay(shown) && shown ? (
        <div className="rehearsal-progress row" role="status">
          <Progress
            percent={Math.floor(shown.share * 100)}
            aria-label={intl.formatMessage({ id: 'rehearsal.title' })}
          />
          <span>
            {intl.formatMessage({ id: shown.state === 'WAITING' ? 'rehearsal.waiting' : 'rehearsal.running' })}
          </span>
          <Button onClick={() => void ask(() => call(endpoints.rehearsals.cancel, { id: shown.id }))}>
            {intl.formatMessage({ id: 'action.cancel' })}
          </Button>
        </div>
      ) : (
        <Button loading={isAsking} onClick={() => void ask(() => call(endpoints.rehearsals.begin, ruleOf(values)))}>
          {intl.formatMessage({ id: 'rehearsal.begin' })}
        </Button>
      )}
      {loaded.error !== null && begun !== null && <Alert type="error" title={loadFailureMessage(intl, loaded.error)} />}
      {shown?.state === 'CANCELLED' && (
        <p className="rehearsal-note">{intl.formatMessage({ id: 'rehearsal.cancelled' })}</p>
      )}
      {shown?.failure != null && (
        <Alert type="warning" showIcon title={intl.formatMessage({ id: `rehearsalFailure.${shown.failure}` })} />
      )}
      {shown?.result != null && begun !== null && begun.values !== now && (
        <Alert type="info" showIcon title={intl.formatMessage({ id: 'rehearsal.outdated' })} />
      )}
      {shown?.result && <RehearsalReport kind={shown.kind} result={shown.result} />}
    </section>
  )
}

/** Returns the rule from the form's values, without empty ones and without id and version. */
function ruleOf(values: object): Input<typeof endpoints.rehearsals.begin> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value != null && name !== 'id' && name !== 'version'),
  ) as Input<typeof endpoints.rehearsals.begin>
}
