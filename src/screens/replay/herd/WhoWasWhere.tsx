import { Input } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { inNoPen, notHeard, type ReplayFarm } from '#contract/herd/replay.ts'
import { useFormats } from '../../../locale/formats.ts'
import type { Heads } from './herdFrames.ts'
import { Loading } from '../Loading.tsx'
import type { MomentThere } from './useHerdMoment.ts'

interface Props {
  farm: ReplayFarm
  moment: MomentThere
  isPlaying: boolean
  timeZone: string
  heads: Heads
  onChoose: (animalId: number) => void
}

/** Number of heads in each pen during replay; when paused, the animals themselves. */
export function WhoWasWhere({
  farm,
  moment: { animals, isLooking, error },
  isPlaying,
  timeZone,
  heads,
  onChoose,
}: Props) {
  const intl = useIntl()
  const formats = useFormats()
  const [text, setText] = useState('')
  const sought = text.trim().toLowerCase()
  const pens = [
    ...farm.pens.map(({ id, name }) => ({ id, name })),
    { id: inNoPen, name: intl.formatMessage({ id: 'replay.outside' }) },
    { id: notHeard, name: intl.formatMessage({ id: 'replay.silent' }) },
  ]
  return (
    <section className="panel replay-panel" aria-labelledby="replay-where">
      <h2 id="replay-where">{intl.formatMessage({ id: 'replay.where' })}</h2>
      <p className="replay-note">{intl.formatMessage({ id: 'replay.window' }, { minutes: farm.windowMinutes })}</p>
      <Input
        allowClear
        maxLength={100}
        disabled={isPlaying}
        aria-label={intl.formatMessage({ id: 'replay.find' })}
        placeholder={intl.formatMessage({ id: 'replay.find' })}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {error && <Loading error={error} />}
      <ul className="replay-pens" aria-busy={isLooking}>
        {pens.map(({ id, name }) => {
          const animalsInPen = animals?.get(id) ?? []
          const found =
            sought === '' ? animalsInPen : animalsInPen.filter(({ tag }) => tag.toLowerCase().includes(sought))
          const count = animals === null ? (heads.get(id) ?? 0) : found.length
          return (
            <li key={id}>
              <details open={sought !== '' && found.length > 0 ? true : undefined}>
                <summary>
                  <span>{name}</span> <b>{formats.count(count)}</b>
                </summary>
                {animals === null ? (
                  isPlaying && <p className="replay-note">{intl.formatMessage({ id: 'replay.whilePlaying' })}</p>
                ) : (
                  <ul className="replay-tags">
                    {found.map((animal) => (
                      <li key={animal.id}>
                        <button type="button" onClick={() => onChoose(animal.id)}>
                          {animal.tag}
                        </button>
                        {animal.heardAt !== null && (
                          <time dateTime={new Date(animal.heardAt).toISOString()}>
                            {formats.time(animal.heardAt, timeZone)}
                          </time>
                        )}
                      </li>
                    ))}
                  </ul>
                )}
              </details>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
