import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Cell } from './cells.ts'

/** Writes a table to a stream row by row, with bounded memory. */
export interface TableWriter {
  /** The stream for the reader. */
  stream: Readable
  /** Resolves when there is room for more. */
  write(rows: readonly Cell[][]): Promise<void>
  end(): void
  /** Ends the stream with an error, so that the reader does not mistake the partial data for the whole. */
  fail(error: Error): void
}

/** Characters collected before a write. */
export const pieceLength = 32_768

/** Writes a piece and waits until the stream has room again. @throws when aborted or when the stream breaks */
export async function push(stream: Writable, piece: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (piece !== '' && !stream.write(piece)) await once(stream, 'drain', { signal })
}
