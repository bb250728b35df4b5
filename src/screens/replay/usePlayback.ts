import { useEffect, useState, useSyncExternalStore } from 'react'
import { lessMotion, useMedia } from '../../theme/useMedia.ts'
import { Playback, type PlaybackState } from './playback.ts'

const defaultSpeed = 60

/**
 * Creates the player of a period while the page shows it.
 * @param begin returns the initial instant, and the one where playing restarts; herd time, epoch ms, like all others
 */
export function usePlayback(
  from: number,
  to: number,
  begin: () => { at: number; first: number },
): { playback: Playback; state: PlaybackState; moves: boolean } {
  const [playback] = useState(() => {
    const { at, first } = begin()
    return new Playback(from, to, at, defaultSpeed, first)
  })
  const state = useSyncExternalStore(playback.listen, playback.read)
  const moves = !useMedia(lessMotion)
  useEffect(() => () => playback.pause(), [playback])
  return { playback, state, moves }
}
