import { useState } from 'react'
import { z } from 'zod'
import { useAccount } from '../store/account.ts'
import { browserValue } from '../storage/kept.ts'
import { useAppearance } from '../theme/appearance.ts'
import { pageSizes } from './address/address.ts'
import type { AnyColumn, RecordList } from './describe.ts'
import { minWidth, maxWidth } from './grid/fitting.ts'

export type Density = 'comfortable' | 'compact'

const layoutSchema = z.object({
  /** Shown columns in order; null: the default ones. */
  columns: z.array(z.string()).nullable(),
  /** Null: the console's density. */
  density: z.enum(['comfortable', 'compact']).nullable(),
  size: z.number().int().min(1).max(1000),
  /** Column widths set by the user, px. */
  widths: z.record(z.string(), z.number().int().min(minWidth).max(maxWidth)).default({}),
  /** Columns that stay visible while the others scroll. */
  pinned: z.array(z.string()).default([]),
})
type Stored = z.infer<typeof layoutSchema>

const defaultLayout: Stored = { columns: null, density: null, size: pageSizes[1], widths: {}, pinned: [] }

export interface Layout {
  /** Shown columns in order, pinned ones first. */
  shown: AnyColumn[]
  /** All columns, shown ones first. */
  all: AnyColumn[]
  /** Whether the user has chosen neither columns nor their order. */
  hasDefaultColumns: boolean
  /** Whether, in addition, no column has been resized or pinned. */
  isDefault: boolean
  widths: Readonly<Record<string, number>>
  pinned: readonly string[]
  density: Density
  size: number
  setColumns: (fields: string[]) => void
  /** @param width px; null: the default width */
  setWidth: (field: string, width: number | null) => void
  setPinned: (field: string, isPinned: boolean) => void
  /** Restores the default columns. */
  resetColumns: () => void
  setDensity: (density: Density) => void
  setSize: (size: number) => void
}

/** Layout of a list as the user prefers it, stored in this browser by user and list. */
export function useLayout(list: RecordList): Layout {
  const userName = useAccount()?.userName ?? ''
  const density = useAppearance((appearance) => appearance.density)
  const key = `list ${list.noun} ${userName}`
  const [state, setState] = useState(() => ({ key, stored: read(key) }))
  // The account may load after the list.
  const stored = state.key === key ? state.stored : read(key)
  const set = (change: Partial<Stored>) => {
    const next = { ...stored, ...change }
    setState({ key, stored: next })
    inBrowser(key).write(next)
  }
  const names = stored.columns ?? defaultColumns(list)
  const shown = names.flatMap((name) => list.columns.find(({ field }) => field === name) ?? [])
  const { widths, pinned } = stored
  const isPinned = ({ field }: AnyColumn) => pinned.includes(field)
  const chosen = shown.length > 0 ? shown : list.columns
  const visible = [...chosen.filter(isPinned), ...chosen.filter((column) => !isPinned(column))]
  const hasDefaultColumns = names.join() === defaultColumns(list).join()
  return {
    shown: visible,
    all: [...visible, ...list.columns.filter((column) => !visible.includes(column))],
    hasDefaultColumns,
    isDefault: hasDefaultColumns && pinned.length === 0 && Object.keys(widths).length === 0,
    widths,
    pinned,
    density: stored.density ?? density,
    size: stored.size,
    setColumns: (columns) => set({ columns }),
    setWidth(field, width) {
      const others = Object.entries(widths).filter(([name]) => name !== field)
      set({ widths: Object.fromEntries(width === null ? others : [...others, [field, width]]) })
    },
    setPinned: (field, isNow) => set({ pinned: [...pinned.filter((one) => one !== field), ...(isNow ? [field] : [])] }),
    resetColumns: () => set({ columns: null, widths: {}, pinned: [] }),
    setDensity: (density) => set({ density }),
    setSize: (size) => set({ size }),
  }
}

export function defaultColumns(list: RecordList): string[] {
  return list.columns.filter(({ hidden }) => !hidden).map(({ field }) => field)
}

const inBrowser = (key: string) => browserValue('local', key, layoutSchema)
const read = (key: string): Stored => inBrowser(key).read() ?? defaultLayout
