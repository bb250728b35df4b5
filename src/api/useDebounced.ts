import { useEffect, useState } from 'react'

/** A text as it was when its typing last paused; an empty one at once. */
export function useDebounced(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return text === '' ? text : settled
}
