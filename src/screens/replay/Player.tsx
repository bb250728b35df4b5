import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { ReplayPeriod } from '#contract/herd/replay.ts'
import { useFormats } from '../../locale/formats.ts'
import { type Playback, type PlaybackState, type Speed, speeds } from './playback.ts'
import { TimeBar } from './TimeBar.tsx'

interface Props {
  playback: Playback
  state: PlaybackState
  period: ReplayPeriod
  /** Periods without data, herd time, epoch ms. */
  gaps: readonly { from: number; to: number }[]
  /** Called when the user has chosen an instant, or paused at one. */
  onSettle: (at: number) => void
  children?: ReactNode
}

const stepMs = 5 * 60_000
const leapMs = 60 * 60_000

/** Controls of a replay: play, pause and seek by buttons, bar and keys. */
export function Player({ playback, state: { at, isPlaying, speed }, period, gaps, onSettle: onStay, children }: Props) {
  const intl = useIntl()
  const formats = useFormats()
  const go = (to: number) => {
    playback.seek(to)
    onStay(playback.at)
  }
  const toggle = () => {
    if (isPlaying) {
      playback.pause()
      onStay(playback.at)
    } else playback.play()
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = event.altKey || event.ctrlKey || event.metaKey ? null : keyOf(event)
    if (key === null) return
    event.preventDefault()
    if (key === 'toggle') toggle()
    else if (key === 'faster' || key === 'slower') playback.changeSpeed(key === 'faster' ? 1 : -1)
    else go(playback.at + (key === 'forward' ? 1 : -1) * (event.shiftKey ? leapMs : stepMs))
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  const name = intl.formatMessage({ id: isPlaying ? 'replay.pause' : 'replay.play' })
  return (
    <section className="replay-player" aria-label={intl.formatMessage({ id: 'replay.player' })}>
      <div className="replay-controls">
        <Button type="primary" icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />} onClick={toggle}>
          {name}
        </Button>
        <label>
          {intl.formatMessage({ id: 'replay.speed' })}
          <select value={speed} onChange={({ target }) => playback.setSpeed(Number(target.value) as Speed)}>
            {speeds.map((one) => (
              <option key={one} value={one}>
                {intl.formatMessage({ id: 'replay.times' }, { speed: one })}
              </option>
            ))}
          </select>
        </label>
        {children}
        <time className="replay-now" dateTime={new Date(at).toISOString()}>
          {formats.second(at, period.timeZone)}
        </time>
      </div>
      <TimeBar period={period} gaps={gaps} at={at} onGo={go} />
      <p className="replay-keys">{intl.formatMessage({ id: 'replay.keys' })}</p>
    </section>
  )
}

type Key = 'toggle' | 'forward' | 'back' | 'faster' | 'slower'

/** Returns a key's meaning for the player; null if the focused control uses the key. */
function keyOf({ key, target }: KeyboardEvent): Key | null {
  const focused = target instanceof Element ? target : document.body
  const isBar = focused.matches('input[type="range"]')
  if (!isBar && focused.closest('input, select, textarea, button, a, summary, [role="combobox"], [role="dialog"]'))
    return null
  if (key === ' ') return 'toggle'
  if (isBar) return null
  const isTurned = getComputedStyle(document.documentElement).direction === 'rtl'
  switch (key) {
    case 'ArrowRight':
      return isTurned ? 'back' : 'forward'
    case 'ArrowLeft':
      return isTurned ? 'forward' : 'back'
    case 'ArrowUp':
      return 'faster'
    case 'ArrowDown':
      return 'slower'
    default:
      return null
  }
}
