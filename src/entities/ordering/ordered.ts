/** What is put into an order. */
export interface Ordered {
  id: number
  name: string
  /** A word on it that is not its name: that it is retired. */
  note?: string | undefined
}

/** What can be put into an order at once, in the order that it has: the first of all that there are. */
export interface OrderedList {
  entries: readonly Ordered[]
  total: number
}
