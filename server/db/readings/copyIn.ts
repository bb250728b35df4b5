import type pg from 'pg'

/** PostgreSQL's answer to one statement. */
interface CommandComplete {
  text: string
}

const copyData = 0x64
const copyDone = Buffer.from([0x63, 0, 0, 0, 4])

/**
 * Sends statements, one of them a COPY from the client, together with the rows, so that the database needs one round trip.
 * When a statement fails, PostgreSQL skips the later ones and drops the rows
 * (https://www.postgresql.org/docs/18/protocol-flow.html, "COPY Operations").
 */
export class CopyIn implements pg.Submittable {
  /** Resolves with the tags of the statements (`BEGIN`, `COPY 100`) when all are done; rejects with the database's error. */
  readonly done: Promise<string[]>
  private readonly text: string
  private readonly rows: readonly Uint8Array[]
  private readonly tags: string[] = []
  private readonly settle: PromiseWithResolvers<string[]>

  /** @param rows pieces in the format that the COPY names */
  constructor(text: string, rows: readonly Uint8Array[]) {
    this.text = text
    this.rows = rows
    this.settle = Promise.withResolvers()
    this.done = this.settle.promise
  }

  submit(connection: pg.Connection): void {
    const head = Buffer.alloc(5)
    head.writeUInt8(copyData)
    head.writeUInt32BE(
      this.rows.reduce((sum, { length }) => sum + length, 4),
      1,
    )
    connection.query(this.text)
    connection.stream.cork()
    for (const bytes of [head, ...this.rows, copyDone]) connection.stream.write(bytes)
    connection.stream.uncork()
  }

  handleCopyInResponse(): void {}

  handleCommandComplete({ text }: CommandComplete): void {
    this.tags.push(text)
  }

  handleReadyForQuery(): void {
    this.settle.resolve(this.tags)
  }

  handleError(error: Error): void {
    this.settle.reject(error)
  }
}
