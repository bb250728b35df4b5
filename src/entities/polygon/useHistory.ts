import { useState } from 'react'

const maxSteps = 50

/** Keeps a field's earlier and undone values, for undo and redo. */
export function useHistory<T>(value: T, restore: (value: T) => void) {
  const [past, setPast] = useState<readonly T[]>([])
  const [future, setFuture] = useState<readonly T[]>([])
  function go(
    from: readonly T[],
    setFrom: (values: readonly T[]) => void,
    to: readonly T[],
    setTo: (values: readonly T[]) => void,
  ) {
    if (from.length === 0) return
    setFrom(from.slice(0, -1))
    setTo([...to, value])
    restore(from.at(-1) as T)
  }
  return {
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** Records the current value before a change. */
    note() {
      setPast([...past.slice(1 - maxSteps), value])
      setFuture([])
    },
    undo: () => go(past, setPast, future, setFuture),
    redo: () => go(future, setFuture, past, setPast),
  }
}
