import { Identifier, type TextWithValues } from './text.ts'
import { Json } from './values.ts'

/** A value of a query: a parameter, a quoted name, a JSON, another text with its own values, or a list of those. */
export type Value =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Identifier
  | Json
  | Fragment
  | readonly (string | number | bigint | boolean | null | Date | Uint8Array | Value)[]

/** Rows of an answer, with the number of rows that the command read or changed. */
export type RowsOf<T extends readonly object[]> = T & { readonly count: number }

/** A part of a query, to embed in another query. */
export type Fragment = TextWithValues

/** Sends a query through a pool or a transaction. `signal` aborts when nobody needs the answer any more. */
export type Send = (
  query: TextWithValues,
  isSimple: boolean,
  signal: AbortSignal,
) => Promise<object[] & { count: number }>

/** A text with values. It is sent when it is first awaited; as a part of another query it is never sent by itself. */
export class Query<T extends readonly object[]> extends Promise<RowsOf<T>> implements TextWithValues {
  static override get [Symbol.species]() {
    return Promise
  }

  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  readonly numbered: readonly unknown[] | undefined
  private readonly send: Send
  private readonly settle: (answer: Promise<RowsOf<T>>) => void
  private ending: AbortController | null = null
  /** Whether it was awaited, and so sent by itself. */
  isSent = false
  private isSimple: boolean

  constructor(
    strings: readonly string[],
    values: readonly unknown[],
    send: Send,
    { isSimple = false, numbered }: { isSimple?: boolean; numbered?: readonly unknown[] | undefined } = {},
  ) {
    let settle: (answer: Promise<RowsOf<T>>) => void = () => {}
    super((resolve) => {
      settle = resolve
    })
    this.strings = strings
    this.values = values
    this.send = send
    this.settle = settle
    this.isSimple = isSimple
    this.numbered = numbered
  }

  /** Selects the simple protocol, which takes several statements and no values. */
  simple(): this {
    this.isSimple = true
    return this
  }

  /** Cancels the query, which then fails with code 57014: in the database if it runs there, otherwise unsent. No effect on an ended one. */
  cancel(): void {
    this.ending ??= new AbortController()
    this.ending.abort()
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a promise that begins its work when it is awaited
  override then<A = RowsOf<T>, B = never>(
    onAnswer?: ((rows: RowsOf<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.start()
    return super.then(onAnswer, onError)
  }

  private start(): void {
    if (this.isSent) return
    this.isSent = true
    this.ending ??= new AbortController()
    this.settle(this.send(this, this.isSimple, this.ending.signal) as Promise<unknown> as Promise<RowsOf<T>>)
  }
}

export const isQuery = (value: unknown): value is Query<object[]> => value instanceof Query

/** Makes queries: `` sql`select … ${value}` `` is a statement or a part of one, `sql('name')` a quoted name. */
export interface Queries {
  <T extends readonly object[] = Record<string, unknown>[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): Query<T>
  (name: string): Identifier
  /** Takes a text unchanged, so never one with input of a caller: one statement with the values of its `$1`, or several without values. */
  unsafe<T extends readonly object[] = Record<string, unknown>[]>(text: string, values?: readonly unknown[]): Query<T>
  json(value: unknown): Json
}

const isTemplate = (first: string | readonly string[]): first is TemplateStringsArray => typeof first !== 'string'

/** Creates a tag whose queries go through `send`. */
export function createQueries(send: Send): Queries {
  const tag = (first: TemplateStringsArray | string, ...values: readonly unknown[]) =>
    isTemplate(first) ? new Query(first, values, send) : new Identifier(first)
  return Object.assign(tag, {
    unsafe: (text: string, numbered?: readonly unknown[]) =>
      new Query([text], [], send, { isSimple: numbered === undefined, numbered }),
    json: (value: unknown) => new Json(value),
  }) as Queries
}
