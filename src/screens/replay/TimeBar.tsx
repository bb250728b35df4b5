import type { CSSProperties } from 'react'
import { useIntl } from 'react-intl'
import type { ReplayPeriod } from '#contract/herd/replay.ts'
import { useFormats } from '../../locale/formats.ts'

interface Props {
  period: ReplayPeriod
  gaps: readonly { from: number; to: number }[]
  at: number
  onGo: (at: number) => void
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Hours between two marks, chosen by the length of the bar. */
const hourSteps = [1, 3, 6, 12, 24, 72, 168]
const maxMarks = 9

/** Bar of the replayed period: gaps hatched, alerts as ticks, the future left out. */
export function TimeBar({ period: { from, to, until, timeZone, alerts, breaks }, gaps, at, onGo }: Props) {
  const intl = useIntl()
  const formats = useFormats()
  const length = Math.max(1, to - from)
  const placed = (start: number, end = start): CSSProperties => {
    const begin = Math.min(1, Math.max(0, (start - from) / length))
    return {
      insetInlineStart: `${begin * 100}%`,
      inlineSize: `${(Math.min(1, Math.max(begin, (end - from) / length)) - begin) * 100}%`,
    }
  }
  const stepHours = hourSteps.find((hours) => length / (hours * hourMs) <= maxMarks) ?? 168
  const marks = Array.from(
    { length: Math.floor(length / (stepHours * hourMs)) + 1 },
    (_, n) => from + n * stepHours * hourMs,
  ).filter((mark) => mark < to)
  return (
    <div className="replay-bar">
      <div className="replay-track" aria-hidden="true">
        {gaps.map((gap) => (
          <span key={`gap ${gap.from}`} className="replay-gap" style={placed(gap.from, gap.to)} />
        ))}
        {breaks.map((one) => (
          <span
            key={`break ${one.why} ${one.from}`}
            className="replay-break"
            style={placed(one.from, one.to ?? until)}
            title={intl.formatMessage({ id: `replay.break.${one.why}` })}
          />
        ))}
        <span className="replay-future" style={placed(until, to)} />
        {alerts
          .filter((alert) => alert.at >= from)
          .map(({ id, severity, at: raisedAt }) => (
            <span key={`alert ${id}`} className="replay-tick" data-severity={severity} style={placed(raisedAt)} />
          ))}
      </div>
      <input
        type="range"
        min={from}
        max={to}
        step={minuteMs}
        value={at}
        aria-label={intl.formatMessage({ id: 'replay.time' })}
        aria-valuetext={formats.instant(at, timeZone)}
        onChange={({ target }) => onGo(Math.min(until, Number(target.value)))}
      />
      <div className="replay-marks" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} style={placed(mark)}>
            {stepHours < 24 ? formats.time(mark, timeZone) : formats.day(mark, timeZone)}
          </span>
        ))}
      </div>
    </div>
  )
}
