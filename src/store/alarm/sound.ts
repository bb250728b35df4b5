import { create } from 'zustand'
import type { Severity } from '#contract/alerts/alertKinds.ts'

/** `blocked`: the browser lets no page sound that nobody has touched. `none`: it has no sound. */
type SoundState = 'ready' | 'blocked' | 'none'

export const useSound = create<{ state: SoundState; context: AudioContext | null }>()(() => ({ state: 'none', context: null }))

/** Tones of each severity: Hz and seconds, one after the other. */
const tones: Record<Severity, readonly (readonly [hertz: number, seconds: number])[]> = {
  CRITICAL: [[880, 0.18], [660, 0.18], [880, 0.18], [660, 0.18], [880, 0.3]],
  MAJOR: [[660, 0.2], [880, 0.3]],
  MINOR: [[520, 0.25]],
  INFO: [[440, 0.15]],
}

/** Asks the browser for sound: allowed at once where somebody has touched the page. @returns whether it may be heard */
export async function openSound(): Promise<boolean> {
  if (typeof AudioContext === 'undefined') return false
  const context = useSound.getState().context ?? new AudioContext()
  useSound.setState({ context })
  // A blocked context never answers.
  await Promise.race([context.resume().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 300))])
  const isReady = context.state === 'running'
  useSound.setState({ state: isReady ? 'ready' : 'blocked' })
  return isReady
}

/** Sounds as a severity does. @returns whether it was heard */
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
