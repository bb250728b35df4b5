import { afterEach, describe, expect, it, vi } from 'vitest'
import { doneShare, progressLine, showProgress } from './demoProgress.ts'

afterEach(() => void vi.useRealTimers())

describe('progress of the demo', () => {
  it('grows from part to part up to the whole', () => {
    const shares = (['ACCOUNTS', 'RECORDS', 'HISTORY', 'SEALING'] as const).flatMap((part) => [
      doneShare(part, 0),
      doneShare(part, 0.5),
      doneShare(part, 1),
    ])
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
    expect([shares[0], shares.at(-1)]).toEqual([0, 1])
  })

  it('says what is being made and how much is left', () => {
    expect(progressLine('HISTORY', 0.5, 28, ', day 15 of 30')).toBe(
      '   28 s  history, day 15 of 30: 56 %, about 22 s left',
    )
    expect(progressLine('ACCOUNTS', 0, 1)).toBe('    1 s  organisations and accounts: 0 %')
  })

  it('changes one line of a terminal each second', () => {
    vi.useFakeTimers()
    const written: string[] = []
    const progress = showProgress((text) => written.push(text), true)
    progress.note('RECORDS', 0.5, ' 600 of 1,200')
    vi.advanceTimersByTime(3000)
    progress.end()
    expect(written).toHaveLength(5)
    expect(written[1]).toMatch(/^\r.*farms, animals and neckbands 600 of 1,200: 11 %/)
    expect(written.slice(0, 4).every((text) => !text.includes('\n'))).toBe(true)
    vi.advanceTimersByTime(3000)
    expect(written).toHaveLength(5)
  })

  it('writes whole lines to a file', () => {
    vi.useFakeTimers()
    const written: string[] = []
    const progress = showProgress((text) => written.push(text), false)
    vi.advanceTimersByTime(11_000)
    progress.end()
    expect(written).toHaveLength(4)
    expect(written.every((text) => /^[^\r]*\n$/.test(text))).toBe(true)
  })
})
