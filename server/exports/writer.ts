import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Cell } from './cells.ts'

/** Writes a table to a stream, row by row, holding no more of it than the reader leaves waiting. */
export interface TableWriter {
  /** The stream for the reader. */
  stream: Readable
  /** Resolves when there is room for more. */
  write(rows: readonly Cell[][]): Promise<void>
  end(): void
  /** Ends the stream as broken: whoever reads it must not take what came for the whole. */
  fail(error: Error): void
}

/** Characters that are put together before they are written. */
export const pieceLength = 32_768

/** Writes a piece and waits until the stream has room again. @throws when the signal says so or the stream breaks */
export async function push(stream: Writable, piece: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (piece !== '' && !stream.write(piece)) await once(stream, 'drain', { signal })
}
