import { useEffect, useState } from 'react'

const secondsUntil = (at: number | null) => (at === null ? 0 : Math.max(0, Math.ceil((at - Date.now()) / 1000)))

/** Counts down the whole seconds until an instant (epoch ms, browser clock); 0 once it has passed. */
export function useSecondsUntil(at: number | null): number {
  const [count, setCount] = useState(() => ({ at, seconds: secondsUntil(at) }))
  if (count.at !== at) setCount({ at, seconds: secondsUntil(at) })
  useEffect(() => {
    if (secondsUntil(at) === 0) return
    const timer = setInterval(() => {
      const seconds = secondsUntil(at)
      setCount((current) => (current.seconds === seconds ? current : { at, seconds }))
      if (seconds === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [at])
  return count.seconds
}
