import { found, type ListInput, pageOf, Refusal } from './refusal.ts'

interface Row {
  id: number
  version?: number
}

/** The records of one noun in a page's memory: really added, changed and removed, and gone with the page. */
export class Table<R extends Row> {
  private rows: R[]
  private nextId: number

  constructor(rows: readonly R[] = []) {
    this.rows = [...rows]
    this.nextId = Math.max(0, ...rows.map(({ id }) => id)) + 1
  }

  all(): readonly R[] {
    return this.rows
  }

  /** @throws Refusal NOT_FOUND */
  find(id: number): R {
    return found(this.rows.find((row) => row.id === id))
  }

  /**
   * A page of the records that fit (see `pageOf`).
   * @param own a filter of the noun's own, such as what its `name` is looked for in
   */
  list(input: ListInput, own: (row: R) => boolean = () => true) {
    return pageOf(this.rows.filter(own), input)
  }

  add(make: (id: number) => R): R {
    const row = make(this.nextId++)
    this.rows = [...this.rows, row]
    return row
  }

  /**
   * @param version what the editor has seen
   * @throws Refusal CONFLICT where the record has been changed since
   */
  edit(id: number, changes: Partial<R>, version?: number): R {
    const row = this.find(id)
    if (version !== undefined && version !== row.version) throw new Refusal(409, 'CONFLICT', { version: 'stale' })
    const next = { ...row, ...changes }
    if (row.version !== undefined) Object.assign(next, { version: row.version + 1 })
    this.rows = this.rows.map((one) => (one.id === id ? next : one))
    return next
  }

  remove(id: number): void {
    this.find(id)
    this.rows = this.rows.filter((row) => row.id !== id)
  }

  /** @throws Refusal CONFLICT that names the field, where another record has its value */
  requireFree<F extends keyof R & string>(field: F, value: R[F], but: number | undefined): void {
    if (value !== null && this.rows.some((row) => row.id !== but && row[field] === value)) {
      throw new Refusal(409, 'CONFLICT', { [field]: 'taken' })
    }
  }
}
