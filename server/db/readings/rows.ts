import type { Reading, ReadingBatch } from './batch.ts'
import { header, writeDouble, writeFlag, writeId, writeInstant, writeReal } from './binaryRows.ts'

const maxRowBytes = 200

/** Minimum batch size that is sorted into index order before writing. */
const minSortedRows = 256

/** Returns the indexes of a batch sorted by neckband, so that neighbours in the unique index are written in sequence. Null for small batches. */
function byNeckband({ neckbandIds }: ReadingBatch): Uint32Array | null {
  if (neckbandIds.length < minSortedRows) return null
  // Neckband and index in one number: numbers sort faster than with a comparison function.
  const keys = Float64Array.from(neckbandIds, (id, i) => id * 0x10_0000 + i).sort()
  return Uint32Array.from(keys, (key) => key % 0x10_0000)
}

/**
 * Encodes rows in PostgreSQL's binary COPY format (https://www.postgresql.org/docs/18/sql-copy.html, "Binary Format"),
 * with the writer's column order. A NaN number and a null flag become NULL.
 * @param chosen indexes of the readings; null: all
 * @param ordinals whether to append each reading's index as a last column
 */
export function encodeReadings(batch: ReadingBatch, chosen: readonly number[] | null, ordinals: boolean): Buffer {
  const indexes = chosen ?? byNeckband(batch)
  const count = indexes === null ? batch.readings.length : indexes.length
  const buffer = Buffer.allocUnsafe(header.length + count * maxRowBytes + 2)
  let at = header.copy(buffer)
  for (let k = 0; k < count; k++) {
    const i = indexes === null ? k : (indexes[k] as number)
    at = writeRow(buffer, at, batch, i, ordinals)
  }
  return buffer.subarray(0, buffer.writeInt16BE(-1, at))
}

function writeRow(buffer: Buffer, start: number, batch: ReadingBatch, i: number, ordinals: boolean): number {
  const reading = batch.readings[i] as Reading
  let at = buffer.writeInt16BE(ordinals ? 17 : 16, start)
  at = writeInstant(buffer, at, reading.at)
  at = writeInstant(buffer, at, batch.receivedAts[i] as number)
  at = writeInstant(buffer, at, reading.gatewayAt)
  at = writeId(buffer, at, batch.neckbandIds[i] as number)
  at = writeId(buffer, at, batch.gatewayIds[i] as number)
  at = writeId(buffer, at, batch.sourceIds[i] as number)
  at = buffer.writeInt32BE(reading.discriminator, buffer.writeInt32BE(4, at))
  at = writeDouble(buffer, at, reading.longitude)
  at = writeDouble(buffer, at, reading.latitude)
  at = writeReal(buffer, at, reading.accuracyM)
  at = writeReal(buffer, at, reading.rssi)
  at = writeReal(buffer, at, reading.battery)
  at = writeReal(buffer, at, reading.temperatureC)
  at = writeReal(buffer, at, reading.activity)
  at = writeFlag(buffer, at, reading.moving)
  at = writeFlag(buffer, at, reading.tamper)
  return ordinals ? buffer.writeInt32BE(i, buffer.writeInt32BE(4, at)) : at
}
