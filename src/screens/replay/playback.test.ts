import { expect, test } from 'vitest'
import { Playback } from './playback.ts'

test('restarts a finished period at its first reading', () => {
  const playback = new Playback(0, 100_000, 100_000, 60, 40_000)
  playback.play()
  playback.pause()
  expect(playback.read()).toMatchObject({ at: 40_000, isPlaying: false })
  playback.seek(10_000)
  playback.play()
  playback.pause()
  expect(playback.at).toBe(10_000)
})
