import './past.css'
import { HistoryOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { InstantInput } from '../../../form/controls/InstantInput.tsx'
import { useFormats } from '../../../locale/formats.ts'
import type { Moment } from './moments.ts'

/** Chooses the moment that a project is looked at, which stands in the address; says loudly when it is not now. */
export function PastBar({ moment }: { moment: Moment | null }) {
  const intl = useIntl()
  const formats = useFormats()
  const [, setQuery] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  if (!moment && !isOpen) {
    return (
      <p className="past-open">
        <Button type="link" icon={<HistoryOutlined aria-hidden="true" />} onClick={() => setOpen(true)}>
          {intl.formatMessage({ id: 'past.open' })}
        </Button>
      </p>
    )
  }
  return (
    <section className="past" data-past={moment !== null} aria-label={intl.formatMessage({ id: 'past.open' })}>
      {moment && (
        <div role="status">
          <strong>{intl.formatMessage({ id: 'past.title' }, { happened: formats.instant(moment.happened) })}</strong>
          <p>
            {moment.recorded === undefined
              ? intl.formatMessage({ id: 'past.knownNow' })
              : intl.formatMessage({ id: 'past.knownThen' }, { recorded: formats.instant(moment.recorded) })}
          </p>
        </div>
      )}
      <ChooseMoment moment={moment} />
      <Button
        onClick={() => {
          setOpen(false)
          setQuery({})
        }}
      >
        {intl.formatMessage({ id: moment ? 'past.back' : 'action.cancel' })}
      </Button>
    </section>
  )
}

function ChooseMoment({ moment }: { moment: Moment | null }) {
  const intl = useIntl()
  const [happenedId, recordedId] = [useId(), useId()]
  const [query, setQuery] = useSearchParams()
  const [happened, setHappened] = useState<string | number | null>(moment?.happened ?? null)
  const [recorded, setRecorded] = useState<string | number | null>(moment?.recorded ?? null)
  return (
    <form
      className="past-moment"
      onSubmit={(event) => {
        event.preventDefault()
        if (happened === null) return
        const part = query.get('part')
        setQuery({ ...(part !== null && { part }), happened: String(happened), ...(recorded !== null && { recorded: String(recorded) }) })
      }}
    >
      <div>
        <label htmlFor={happenedId}>{intl.formatMessage({ id: 'past.happened' })}</label>
        <InstantInput id={happenedId} value={happened} onChange={(at) => setHappened(at ?? null)} />
      </div>
      <div>
        <label htmlFor={recordedId}>{intl.formatMessage({ id: 'past.recorded' })}</label>
        <InstantInput id={recordedId} value={recorded} onChange={(at) => setRecorded(at ?? null)} />
      </div>
      <Button type="primary" htmlType="submit" disabled={happened === null}>
        {intl.formatMessage({ id: 'past.show' })}
      </Button>
    </form>
  )
}
