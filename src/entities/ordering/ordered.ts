/** An entry in an order. */
export interface Ordered {
  id: number
  name: string
  /** A word on it that is not its name: that it is retired. */
  note?: string | undefined
}

/** The entries that can be put into an order at once, as they stand: the first of all that there are. */
export interface OrderedList {
  entries: readonly Ordered[]
  total: number
}
