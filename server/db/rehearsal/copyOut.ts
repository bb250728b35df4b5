import type pg from 'pg'

/** A piece of the rows of a COPY to the client. */
interface CopyData {
  chunk: Buffer
}

/** Runs one `COPY … TO STDOUT` and passes on each piece as it arrives, without buffering. */
export class CopyOut implements pg.Submittable {
  /** Resolves at the end; rejects with the database's error. */
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
