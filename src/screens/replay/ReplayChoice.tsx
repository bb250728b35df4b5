import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import { useIntl } from 'react-intl'
import { animalReference } from '../../entities/animalReference.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { DateInput } from '../../form/controls/DateInput.tsx'
import { RecordFinder } from '../../form/controls/RecordFinder.tsx'
import { type ReplayAddress, spans } from './useReplayAddress.ts'

interface Props {
  address: ReplayAddress
  onChange: (changes: Partial<ReplayAddress>) => void
}

const dayMs = 86_400_000
const today = () => new Intl.DateTimeFormat('sv-SE').format(Date.now())
const dayBeside = (day: string, by: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10)

/** Chooses the farm or animal, and the day. */
export function ReplayChoice({ address: { farm, animal, day, days }, onChange }: Props) {
  const intl = useIntl()
  const id = useId()
  const bound = { onBlur: () => {}, disabled: false }
  const shown = day ?? today()
  const go = (by: number) => onChange({ day: dayBeside(shown, by), at: null })
  return (
    <div className="replay-choice">
      <div>
        <label htmlFor={`${id}farm`}>{intl.formatMessage({ id: 'replay.farm' })}</label>
        <RecordFinder
          {...bound}
          id={`${id}farm`}
          aria-required
          to={farmReference}
          ids={animal !== null || farm === null ? [] : [farm]}
          maxCount={1}
          placeholderId="form.choose"
          onChange={([chosen = null]) => onChange({ farm: chosen, animal: null, at: null })}
        />
      </div>
      <div>
        <label htmlFor={`${id}animal`}>{intl.formatMessage({ id: 'replay.animal' })}</label>
        <RecordFinder
          {...bound}
          id={`${id}animal`}
          to={animalReference}
          ids={animal === null ? [] : [animal]}
          maxCount={1}
          placeholderId="replay.herd"
          onChange={([chosen = null]) => onChange({ animal: chosen, at: null })}
        />
      </div>
      <div>
        <label htmlFor={`${id}day`}>{intl.formatMessage({ id: 'replay.day' })}</label>
        <div className="replay-day">
          <Button
            icon={<LeftOutlined className="turns" />}
            aria-label={intl.formatMessage({ id: 'replay.before' })}
            onClick={() => go(-1)}
          />
          <DateInput
            id={`${id}day`}
            value={shown}
            onChange={(chosen) => chosen !== null && onChange({ day: chosen, at: null })}
          />
          <Button
            icon={<RightOutlined className="turns" />}
            aria-label={intl.formatMessage({ id: 'replay.after' })}
            disabled={shown >= today()}
            onClick={() => go(1)}
          />
        </div>
      </div>
      {animal !== null && (
        <div>
          <label htmlFor={`${id}days`}>{intl.formatMessage({ id: 'replay.days' })}</label>
          <select
            id={`${id}days`}
            value={days}
            onChange={({ target }) => onChange({ days: Number(target.value), at: null })}
          >
            {spans.map((span) => (
              <option key={span} value={span}>
                {intl.formatMessage({ id: 'span.days' }, { days: span })}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
}
