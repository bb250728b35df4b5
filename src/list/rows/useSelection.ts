import { useState } from 'react'
import type { RecordList, Row } from '../describe.ts'

/**
 * The rows that are selected, on this page and on others. Other filters end it: nothing must be done to what nobody sees
 * any more.
 * @param key names the filters
 */
export function useSelection(list: RecordList, key: string, rows: readonly Row[]) {
  const [state, setState] = useState<{ key: string; rows: ReadonlyMap<number, Row> }>({ key, rows: new Map() })
  const kept = state.key === key ? state.rows : new Map<number, Row>()
  // As they are now, where they are in sight.
  const now = new Map(rows.map((row) => [list.idOf(row), row]))
  return {
    ids: new Set(kept.keys()),
    rows: [...kept].map(([id, row]) => now.get(id) ?? row),
    select(ids: readonly number[], isSelected: boolean) {
      const next = new Map(kept)
      for (const id of ids) {
        const row = now.get(id)
        if (!isSelected) next.delete(id)
        else if (row) next.set(id, row)
      }
      setState({ key, rows: next })
    },
    /** Selects these and no others, on whatever pages they are. */
    selectOnly: (all: readonly Row[]) => setState({ key, rows: new Map(all.map((row) => [list.idOf(row), row])) }),
    clear: () => setState({ key, rows: new Map() }),
  }
}
