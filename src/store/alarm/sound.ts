import { create } from 'zustand'
import type { Severity } from '#contract/alerts/alertKinds.ts'

/** `blocked`: the browser plays no sound before a user gesture. `none`: the browser has no sound, or none was requested yet. */
type SoundState = 'ready' | 'blocked' | 'none'

export const useSound = create<{ state: SoundState; context: AudioContext | null }>()(() => ({
  state: 'none',
  context: null,
}))

/** Tone sequence per severity: frequency in Hz and duration in seconds. */
const tones: Record<Severity, readonly (readonly [hertz: number, seconds: number])[]> = {
  CRITICAL: [
    [880, 0.18],
    [660, 0.18],
    [880, 0.18],
    [660, 0.18],
    [880, 0.3],
  ],
  MAJOR: [
    [660, 0.2],
    [880, 0.3],
  ],
  MINOR: [[520, 0.25]],
  INFO: [[440, 0.15]],
}

/**
 * Asks the browser for permission to play sound, which a page gets after its first user gesture.
 * @returns whether sound can be heard
 */
export async function openSound(): Promise<boolean> {
  if (typeof AudioContext === 'undefined') return false
  const context = useSound.getState().context ?? new AudioContext()
  useSound.setState({ context })
  // `resume` never settles in a blocked context, so waiting ends after 300 ms.
  await Promise.race([context.resume().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 300))])
  const isReady = context.state === 'running'
  useSound.setState({ state: isReady ? 'ready' : 'blocked' })
  return isReady
}

/**
 * Plays the tones of a severity.
 * @returns whether sound could be played
 */
export async function sound(severity: Severity): Promise<boolean> {
  if (!(await openSound())) return false
  const { context } = useSound.getState()
  if (context === null) return false
  let at = context.currentTime
  for (const [hertz, seconds] of tones[severity]) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.25, at)
    volume.gain.linearRampToValueAtTime(0, at + seconds)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + seconds)
    at += seconds
  }
  return true
}
