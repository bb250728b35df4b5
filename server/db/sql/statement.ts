import type pg from 'pg'
import type { BuiltStatement } from './text.ts'
import { parserOf, writeParameter } from './values.ts'

/** A statement that a connection has prepared. */
export interface Prepared {
  name: string
  /** Object identifiers of the types that the database expects, one a parameter. */
  types: readonly number[]
  columns: readonly Column[]
}

interface Column {
  name: string
  parse: (text: string) => unknown
}

/** Maximum statements that a connection keeps prepared; lists make a statement for each combination of filters. */
const maxPrepared = 500

/** Statements that a connection has prepared, by their text and announced types. */
export class PreparedStatements {
  private readonly byKey = new Map<string, Prepared>()
  private named = 0

  get(key: string): Prepared | undefined {
    const prepared = this.byKey.get(key)
    if (prepared && this.byKey.size === maxPrepared) {
      this.byKey.delete(key)
      this.byKey.set(key, prepared)
    }
    return prepared
  }

  set(key: string, prepared: Prepared): void {
    this.byKey.set(key, prepared)
  }

  /** Removes a statement when there is no room for another. @returns its name; null while there is room */
  makeRoom(): string | null {
    const [oldest] = this.byKey
    if (oldest === undefined || this.byKey.size < maxPrepared) return null
    this.byKey.delete(oldest[0])
    return oldest[1].name
  }

  delete(key: string): void {
    this.byKey.delete(key)
  }

  /** Returns a name that no earlier statement of the connection had. */
  newName(): string {
    return `drover_${this.named++}`
  }
}

/** Rows of an answer, with the number of rows that its command read or changed. */
export type Rows = Record<string, unknown>[] & { count: number }

/** Adds the count of a command to its rows, as a property. */
export function toRows(rows: Record<string, unknown>[], count: number): Rows {
  Object.defineProperty(rows, 'count', { value: count })
  return rows as Rows
}

interface RowDescription {
  fields: { name: string; dataTypeID: number }[]
}

interface ParameterDescription {
  dataTypeIDs: number[]
}

/** Events of `pg`'s connection that its own queries do not use: the types of a prepared statement's parameters, or no rows. */
interface DescribingConnection extends pg.Connection {
  once(event: 'parameterDescription', listener: (message: ParameterDescription) => void): this
  once(event: 'noData', listener: () => void): this
}

const keyOf = ({ text, types }: BuiltStatement): string => `${types.join()} ${text}`

/**
 * One statement on one connection. Each connection prepares a text once: the database names the types of its parameters and columns,
 * by which values are written and read in their text format.
 */
export class Statement implements pg.Submittable {
  readonly done: Promise<Rows>
  private readonly built: BuiltStatement
  private readonly prepared: PreparedStatements
  private readonly settle = Promise.withResolvers<Rows>()
  private readonly rows: Record<string, unknown>[] = []
  private count = 0
  private columns: readonly Column[] = []
  private isBound = false
  private fault: unknown = null
  /** Takes the columns; set while the database describes the statement. */
  private onColumns: ((columns: readonly Column[]) => void) | null = null
  private stopListening: () => void = () => {}
  /** Whether it used the plan of an earlier one, which may be outdated. */
  isReused = false

  constructor(built: BuiltStatement, prepared: PreparedStatements) {
    this.built = built
    this.prepared = prepared
    this.done = this.settle.promise
  }

  /** Removes the plan, so that the next attempt prepares the text again. */
  forgetPlan(): void {
    this.prepared.delete(keyOf(this.built))
  }

  submit(connection: pg.Connection): void {
    const prepared = this.prepared.get(keyOf(this.built))
    this.isReused = prepared !== undefined
    if (prepared) this.bind(connection, prepared)
    else this.prepare(connection)
  }

  // `pg` calls the following methods with the answers of the database.

  handleRowDescription({ fields }: RowDescription): void {
    this.onColumns?.(fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) })))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    try {
      for (let place = 0; place < this.columns.length; place++) {
        const column = this.columns[place]
        const text = fields[place]
        if (column) row[column.name] = text == null ? null : column.parse(text)
      }
    } catch (error) {
      this.fault ??= error
    }
    this.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.count = Number(/\d+$/.exec(text)?.[0] ?? 0)
  }

  handleEmptyQuery(): void {}

  handleReadyForQuery(): void {
    if (this.fault === null) this.settle.resolve(toRows(this.rows, this.count))
    else this.settle.reject(this.fault)
  }

  handleError(error: Error, connection: pg.Connection): void {
    this.stopListening()
    // The database ignores further messages until a sync.
    if (!this.isBound) connection.sync()
    this.settle.reject(error)
  }

  private prepare(connection: pg.Connection): void {
    const { text, types } = this.built
    const name = this.prepared.newName()
    let expected: readonly number[] = []
    const onParameters = ({ dataTypeIDs }: ParameterDescription) => {
      expected = dataTypeIDs
    }
    const onNoData = () => this.onColumns?.([])
    this.stopListening = () => {
      this.onColumns = null
      connection.off('parameterDescription', onParameters)
      connection.off('noData', onNoData)
    }
    this.onColumns = (columns) => {
      const prepared = { name, types: expected, columns }
      this.stopListening()
      this.prepared.set(keyOf(this.built), prepared)
      this.bind(connection, prepared)
    }
    const describing: DescribingConnection = connection
    describing.once('parameterDescription', onParameters)
    describing.once('noData', onNoData)
    const removed = this.prepared.makeRoom()
    if (removed !== null) connection.close({ type: 'S', name: removed }, true)
    connection.parse({ name, text, types: types.map(String) }, true)
    connection.describe({ type: 'S', name }, true)
    connection.flush()
  }

  private bind(connection: pg.Connection, { name, types, columns }: Prepared): void {
    this.columns = columns
    this.isBound = true
    let values: (string | null)[]
    try {
      values = this.built.parameters.map((value, place) => writeParameter(value, types[place] ?? 0))
    } catch (error) {
      // A value without a text, such as an instant that is not a number: nothing is executed.
      this.fault = error
      connection.sync()
      return
    }
    // One packet instead of three.
    connection.stream.cork()
    connection.bind({ statement: name, values }, true)
    connection.execute({}, true)
    connection.sync()
    connection.stream.uncork()
  }
}
