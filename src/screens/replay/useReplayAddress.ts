import { useSearchParams } from 'react-router-dom'

/** State of a replay as stored in the URL. */
export interface ReplayAddress {
  farm: number | null
  animal: number | null
  /** `2026-05-01`; null: today. */
  day: string | null
  days: number
  /** Herd time, epoch ms. */
  at: number | null
}

/** Choices for the number of days of a track. */
export const spans = [1, 3, 7, 31] as const

const numberOf = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** Returns the replay's URL state and a function that changes it; null removes a value. A change of the instant adds no history entry. */
export function useReplayAddress(): [ReplayAddress, (changes: Partial<ReplayAddress>) => void] {
  const [params, setParams] = useSearchParams()
  const day = params.get('day')
  const days = numberOf(params.get('days'))
  const address: ReplayAddress = {
    farm: numberOf(params.get('farm')),
    animal: numberOf(params.get('animal')),
    day: day !== null && /^\d{4}-\d\d-\d\d$/.test(day) ? day : null,
    days: spans.find((span) => span === days) ?? 1,
    at: numberOf(params.get('at')),
  }
  const change = (changes: Partial<ReplayAddress>) => {
    const replace = Object.keys(changes).every((name) => name === 'at')
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || (name === 'days' && value === 1)) next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace, preventScrollReset: true },
    )
  }
  return [address, change]
}
