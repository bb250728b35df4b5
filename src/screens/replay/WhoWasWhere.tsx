import { Input } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { HerdMoment, ReplayFarm } from '#contract/herd/replay.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { useDebounced } from '../../api/useDebounced.ts'
import { useFormats } from '../../locale/formats.ts'
import type { HeadsAt } from './herdFrames.ts'
import { Loading } from './Loading.tsx'

interface Props {
  farm: ReplayFarm
  at: number
  isPlaying: boolean
  timeZone: string
  heads: HeadsAt
  windowMinutes: number
  onChoose: (animalId: number) => void
}

interface Animal {
  id: number
  tag: string
  heardAt: number | null
}

const pauseMs = 300
const secondMs = 1000

/** How many stand in each pen while time goes on; once it stands still, which they are. */
export function WhoWasWhere({ farm, at, isPlaying, timeZone, heads, windowMinutes, onChoose }: Props) {
  const intl = useIntl()
  const formats = useFormats()
  const [text, setText] = useState('')
  const wanted = Math.floor(at / secondMs) * secondMs
  const instant = Number(useDebounced(String(wanted), pauseMs))
  const { data, error, isPlaceholderData } = useCall(endpoints.replay.moment, { farmId: farm.id, at: instant }, { isEnabled: !isPlaying, keepsPrevious: true, shows: inPlace })
  // Who is named may be who stood there a moment before.
  const isLooking = !isPlaying && (instant !== wanted || isPlaceholderData || (!data && !error))
  const sought = text.trim().toLowerCase()
  const animals = isPlaying || !data ? null : byPen(data, at - windowMinutes * 60_000)
  const pens = [...farm.pens.map(({ id, name }) => ({ id, name })), { id: 0, name: intl.formatMessage({ id: 'replay.outside' }) }, { id: -1, name: intl.formatMessage({ id: 'replay.silent' }) }]
  const countOf = (id: number) => (id === -1 ? heads.notHeard : id === 0 ? heads.outside : (heads.byPen.get(id) ?? 0))
  return (
    <section className="panel replay-panel" aria-labelledby="replay-where">
      <h2 id="replay-where">{intl.formatMessage({ id: 'replay.where' })}</h2>
      <p className="replay-note">{intl.formatMessage({ id: 'replay.window' }, { minutes: windowMinutes })}</p>
      <Input allowClear maxLength={100} disabled={isPlaying} aria-label={intl.formatMessage({ id: 'replay.find' })} placeholder={intl.formatMessage({ id: 'replay.find' })} value={text} onChange={({ target }) => setText(target.value)} />
      {!isPlaying && error && <Loading error={error} />}
      <ul className="replay-pens" aria-busy={isLooking}>
        {pens.map(({ id, name }) => {
          const there = animals?.get(id) ?? []
          const found = sought === '' ? there : there.filter(({ tag }) => tag.toLowerCase().includes(sought))
          const count = animals === null ? countOf(id) : found.length
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
                        {animal.heardAt !== null && <time dateTime={new Date(animal.heardAt).toISOString()}>{formats.time(animal.heardAt, timeZone)}</time>}
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

/** The animals of a moment by pen; 0: outside of every pen, -1: not heard since an instant. */
function byPen({ animals: { ids, tags, penIds, heardAt } }: HerdMoment, since: number): Map<number, Animal[]> {
  const pens = new Map<number, Animal[]>()
  for (const [row, id] of ids.entries()) {
    const heard = heardAt[row] ?? null
    const pen = heard === null || heard <= since ? -1 : (penIds[row] ?? 0)
    const there = pens.get(pen) ?? []
    there.push({ id, tag: tags[row] ?? `#${id}`, heardAt: heard })
    pens.set(pen, there)
  }
  return pens
}
