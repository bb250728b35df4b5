/** An entry of an order. */
export interface Ordered {
  id: number
  name: string
  /** Remark next to the name, such as "retired". */
  note?: string | undefined
}

/** Entries that can be ordered at once, in their current order; `total` may be larger. */
export interface OrderedList {
  entries: readonly Ordered[]
  total: number
}
