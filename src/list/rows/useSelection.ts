import { useState } from 'react'
import type { RecordList, Row } from '../describe.ts'

/**
 * Keeps the selected rows of all pages. Changing the filters ends the selection: no action may affect rows that are no longer visible.
 * @param key identifies the filters
 */
export function useSelection(list: RecordList, key: string, rows: readonly Row[]) {
  const [state, setState] = useState<{ key: string; rows: ReadonlyMap<number, Row> }>({ key, rows: new Map() })
  const selected = state.key === key ? state.rows : new Map<number, Row>()
  // Current values of the rows on this page.
  const now = new Map(rows.map((row) => [list.idOf(row), row]))
  return {
    ids: new Set(selected.keys()),
    rows: [...selected].map(([id, row]) => now.get(id) ?? row),
    select(ids: readonly number[], isSelected: boolean) {
      const next = new Map(selected)
      for (const id of ids) {
        const row = now.get(id)
        if (!isSelected) next.delete(id)
        else if (row) next.set(id, row)
      }
      setState({ key, rows: next })
    },
    /** Selects exactly these rows, on any page. */
    selectOnly: (all: readonly Row[]) => setState({ key, rows: new Map(all.map((row) => [list.idOf(row), row])) }),
    clear: () => setState({ key, rows: new Map() }),
  }
}
