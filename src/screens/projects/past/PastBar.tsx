import './past.css'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import type { CallError } from '../../../api/CallError.ts'
import { InstantInput } from '../../../form/controls/InstantInput.tsx'
import { wordsOfError } from '../../../form/values/errorWords.ts'
import { useFormats } from '../../../locale/formats.ts'
import { isInstant, type Moment } from './moments.ts'

interface Props {
  /** Past instant; null: now. */
  moment: Moment | null
  /** Why the past instant cannot be shown, displayed at its field. */
  error: CallError | null
  onClose: () => void
}

/** Chooses the instant at which a project is viewed, stored in the URL. Warns clearly when it is not the present. */
export function PastBar({ moment, error, onClose }: Props) {
  const intl = useIntl()
  const [query, setQuery] = useSearchParams()
  return (
    <section className="past" data-past={moment !== null} aria-label={intl.formatMessage({ id: 'past.open' })}>
      {moment && !error && <MomentText moment={moment} />}
      <ChooseMoment moment={moment} error={error} />
      <Button
        onClick={() => {
          onClose()
          if (moment) setQuery(placeOf(query))
        }}
      >
        {intl.formatMessage({ id: moment ? 'past.back' : 'action.cancel' })}
      </Button>
    </section>
  )
}

/** Keeps the visible tab and part; other parameters belong to the previous instant. */
const placeOf = (query: URLSearchParams) =>
  Object.fromEntries(
    ['tab', 'part'].flatMap((name) => (query.get(name) === null ? [] : [[name, query.get(name) ?? '']])),
  )

function MomentText({ moment: { happened, recorded } }: { moment: Moment }) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <div role="status">
      <strong>{intl.formatMessage({ id: 'past.title' }, { happened: formats.instant(happened) })}</strong>
      <p>
        {recorded === undefined
          ? intl.formatMessage({ id: 'past.knownNow' })
          : intl.formatMessage({ id: 'past.knownThen' }, { recorded: formats.instant(recorded) })}
      </p>
    </div>
  )
}

const shownIn = (text: string | undefined) => (text !== undefined && isInstant(text) ? text : null)

function ChooseMoment({ moment, error }: Omit<Props, 'onClose'>) {
  const intl = useIntl()
  const id = useId()
  const [query, setQuery] = useSearchParams()
  const [chosen, setChosen] = useState<Record<'happened' | 'recorded', string | number | null>>({
    happened: shownIn(moment?.happened),
    recorded: shownIn(moment?.recorded),
  })
  return (
    <form
      className="past-moment"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen.happened === null) return
        setQuery({
          ...placeOf(query),
          happened: String(chosen.happened),
          ...(chosen.recorded !== null && { recorded: String(chosen.recorded) }),
        })
      }}
    >
      {(['happened', 'recorded'] as const).map((field) => {
        const label = intl.formatMessage({ id: field === 'happened' ? 'past.happened' : 'past.recorded' })
        const wrong = error?.fields[field]
        return (
          <div key={field}>
            <label htmlFor={`${id}${field}`}>{label}</label>
            <InstantInput
              id={`${id}${field}`}
              value={chosen[field]}
              onChange={(at) => setChosen({ ...chosen, [field]: at ?? null })}
              {...(wrong !== undefined && { 'aria-describedby': `${id}${field}-wrong` })}
            />
            {wrong !== undefined && (
              <p role="alert" id={`${id}${field}-wrong`} className="past-wrong">
                {wordsOfError(intl, { code: wrong }, label)}
              </p>
            )}
          </div>
        )
      })}
      <Button type="primary" htmlType="submit" disabled={chosen.happened === null}>
        {intl.formatMessage({ id: 'past.show' })}
      </Button>
    </form>
  )
}
