import { Input } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { type FarmDay, logDayFault, maxLogTextLength, monitorStatuses } from '#contract/projects/days/dailyLogs.ts'
import { Button } from '../../../../controls/Button.tsx'
import { CalendarInput } from '../../../../form/controls/calendar/CalendarInput.tsx'
import { wordsOfError } from '../../../../form/values/errorWords.ts'
import type { StoredLog } from '../../../../storage/logShelf.ts'
import { nowByServer } from '../../../../store/logs/logClock.ts'
import { isWorthKeeping } from './draft.ts'
import { HandCount } from './HandCount.tsx'
import { PhotoStrip } from './PhotoStrip.tsx'
import { useDraft } from './useDraft.ts'
import { useHasNetwork } from './useHasNetwork.ts'

interface Props {
  start: StoredLog
  farm: FarmDay
  /** Current day in the farm's time zone, as a log cannot be for a future day. */
  today: string
  onDone: () => void
}

/** Editor of a log: counts, photos, state of the farm, and remarks. */
export function LogForm({ start, farm, today, onDone }: Props) {
  const intl = useIntl()
  const { log, change, finish } = useDraft(start)
  const [isAddingPhoto, setTaking] = useState(false)
  const [wasSubmitted, setAsked] = useState(false)
  const [isKeeping, setKeeping] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const hasNetwork = useHasNetwork()
  // Follows a new day, or the server's better value, while the log is still empty.
  const follow = useEffectEvent((day: string) => {
    if (!isWorthKeeping(log) && log.day !== day) change({ day })
  })
  useEffect(() => follow(start.day), [start.day])
  const dayLabel = intl.formatMessage({ id: 'dailyLog.day' })
  // An offline page that never loaded the farm's day leaves this check to the server.
  const dayFault = today === '' ? null : logDayFault(log.day, today)
  const lacksText = log.monitorStatus === 'ABNORMAL' && log.text.trim() === ''

  async function submit() {
    setAsked(true)
    if (lacksText) return document.getElementById('log-text')?.focus()
    if (dayFault !== null) return document.getElementById('log-day')?.focus()
    setKeeping(true)
    try {
      await finish({ state: 'QUEUED', writtenAt: nowByServer(), refusal: null })
      onDone()
    } catch {
      setFailed(true)
    } finally {
      setKeeping(false)
    }
  }

  return (
    <form
      className="log-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <HandCount farm={farm} counting={log.counting} handCount={log.handCount} counts={log.counts} onChange={change} />
      <PhotoStrip
        log={log}
        onChange={(next) => change(({ photos }) => ({ photos: next(photos) }))}
        onBusy={setTaking}
        now={nowByServer}
      />
      <section className="panel log-part" aria-labelledby="log-status">
        <h2 id="log-status">{intl.formatMessage({ id: 'dailyLog.status' })}</h2>
        <div className="log-statuses" role="radiogroup" aria-labelledby="log-status">
          {monitorStatuses.map((status) => (
            <label key={status} className="log-status" data-chosen={log.monitorStatus === status || undefined}>
              <input
                type="radio"
                name="monitorStatus"
                checked={log.monitorStatus === status}
                onChange={() => change({ monitorStatus: status })}
              />
              {intl.formatMessage({ id: `monitorStatus.${status}` })}
            </label>
          ))}
        </div>
        <label htmlFor="log-text">{intl.formatMessage({ id: 'dailyLog.text' })}</label>
        <Input.TextArea
          id="log-text"
          value={log.text}
          maxLength={maxLogTextLength}
          autoSize={{ minRows: 3, maxRows: 12 }}
          status={wasSubmitted && lacksText ? 'error' : ''}
          aria-invalid={wasSubmitted && lacksText}
          onChange={(event) => change({ text: event.target.value })}
        />
        {wasSubmitted && lacksText && (
          <p role="alert" className="log-fault">
            {intl.formatMessage({ id: 'dailyLog.textRequired' })}
          </p>
        )}
        <div className="log-day">
          <label htmlFor="log-day">{dayLabel}</label>
          <CalendarInput
            id="log-day"
            value={log.day}
            max={today}
            {...(dayFault !== null && { 'aria-invalid': true, 'aria-describedby': 'log-day-fault' })}
            onChange={(day) => day !== null && change({ day })}
          />
        </div>
        {dayFault !== null && (
          <p id="log-day-fault" role="alert" className="log-fault">
            {wordsOfError(intl, { code: dayFault }, dayLabel)}
          </p>
        )}
      </section>
      {isFailed && (
        <p role="alert" className="log-fault">
          {intl.formatMessage({ id: 'dailyLog.notKept' })}
        </p>
      )}
      <Button submit look="primary" size="large" className="log-submit" busy={isAddingPhoto || isKeeping}>
        {intl.formatMessage({ id: hasNetwork ? 'dailyLog.submit' : 'dailyLog.submitLater' })}
      </Button>
    </form>
  )
}
