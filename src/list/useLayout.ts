import { useState } from 'react'
import { z } from 'zod'
import { useAccount } from '../store/account.ts'
import { kept } from '../storage/kept.ts'
import { useAppearance } from '../theme/appearance.ts'
import { pageSizes } from './address/address.ts'
import type { AnyColumn, RecordList } from './describe.ts'

export type Density = 'comfortable' | 'compact'

const layoutSchema = z.object({
  /** Columns in their order; those that are not named come after, hidden ones are not there. */
  columns: z.array(z.string()).nullable(),
  /** Null: as the whole console. */
  density: z.enum(['comfortable', 'compact']).nullable(),
  size: z.number().int().min(1).max(1000),
})
type Stored = z.infer<typeof layoutSchema>

const usual: Stored = { columns: null, density: null, size: pageSizes[1] }

export interface Layout {
  /** The columns that are shown, in their order. */
  shown: AnyColumn[]
  /** All of them: the shown ones first. */
  all: AnyColumn[]
  isUsual: boolean
  density: Density
  size: number
  setColumns: (fields: string[] | null) => void
  setDensity: (density: Density) => void
  setSize: (size: number) => void
}

/** How a person likes a list: remembered in this browser, by who is signed in and which list it is. */
export function useLayout(list: RecordList): Layout {
  const userName = useAccount()?.userName ?? ''
  const density = useAppearance((appearance) => appearance.density)
  const key = `list ${list.noun} ${userName}`
  const [state, setState] = useState(() => ({ key, stored: read(key) }))
  // Who it is may be known a moment after the list is there.
  const stored = state.key === key ? state.stored : read(key)
  const set = (change: Partial<Stored>) => {
    const next = { ...stored, ...change }
    setState({ key, stored: next })
    inBrowser(key).write(next)
  }
  const names = stored.columns ?? usualColumns(list)
  const shown = names.flatMap((name) => list.columns.find(({ field }) => field === name) ?? [])
  const visible = shown.length > 0 ? shown : list.columns
  return {
    shown: visible,
    all: [...visible, ...list.columns.filter((column) => !visible.includes(column))],
    isUsual: names.join() === usualColumns(list).join(),
    density: stored.density ?? density,
    size: stored.size,
    setColumns: (columns) => set({ columns }),
    setDensity: (density) => set({ density }),
    setSize: (size) => set({ size }),
  }
}

export function usualColumns(list: RecordList): string[] {
  return list.columns.filter(({ hidden }) => !hidden).map(({ field }) => field)
}

const inBrowser = (key: string) => kept('local', key, layoutSchema)
const read = (key: string): Stored => inBrowser(key).read() ?? usual
