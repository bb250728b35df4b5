import type pg from 'pg'

/** The rows of a COPY to the client, piece by piece. */
interface CopyData {
  chunk: Buffer
}

/** One `COPY … TO STDOUT`: each piece is handed on as it comes, and nothing of it is kept. */
export class CopyOut implements pg.Submittable {
  /** Rejects with the database's error. */
  readonly done: Promise<void>
  private readonly text: string
  private readonly onData: (bytes: Buffer) => void
  private readonly settle: PromiseWithResolvers<void>

  constructor(text: string, onData: (bytes: Buffer) => void) {
    this.text = text
    this.onData = onData
    this.settle = Promise.withResolvers()
    this.done = this.settle.promise
  }

  submit(connection: pg.Connection): void {
    connection.query(this.text)
  }

  handleCopyData({ chunk }: CopyData): void {
    this.onData(chunk)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.settle.resolve()
  }

  handleError(error: Error): void {
    this.settle.reject(error)
  }
}
