import type { Reading, ReadingBatch } from './batch.ts'

const header = Buffer.from('PGCOPY\n\u{ff}\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** PostgreSQL counts microseconds from 2000-01-01. */
const postgresEpochMs = 946_684_800_000
const maxRowBytes = 200

/** From so many rows on it pays to write them in the order of the index. */
const worthSorting = 256

/** All indexes of a batch, by neckband: neighbours in the unique index are then written one after the other. */
function byNeckband({ neckbandIds }: ReadingBatch): Uint32Array | null {
  if (neckbandIds.length < worthSorting) return null
  // Neckband and index in one number: numbers sort faster than a comparison can be called.
  const keys = Float64Array.from(neckbandIds, (id, i) => id * 0x10_0000 + i).sort()
  return Uint32Array.from(keys, (key) => key % 0x10_0000)
}

/**
 * Rows in PostgreSQL's binary COPY format (https://www.postgresql.org/docs/18/sql-copy.html, "Binary Format"), in the
 * order of columns that the writer names. A number that is NaN and a flag that is null become NULL.
 * @param chosen which readings of the batch; null: all
 * @param ordinals whether to add each reading's index as a last column
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

function writeInstant(buffer: Buffer, at: number, instant: number): number {
  if (Number.isNaN(instant)) return buffer.writeInt32BE(-1, at)
  return writeInt64(buffer, buffer.writeInt32BE(8, at), Math.round((instant - postgresEpochMs) * 1000))
}

function writeId(buffer: Buffer, at: number, id: number): number {
  return buffer.writeInt32BE(id, buffer.writeInt32BE(4, at))
}

function writeInt64(buffer: Buffer, at: number, value: number): number {
  const high = Math.floor(value / 0x1_0000_0000)
  return buffer.writeUInt32BE(value - high * 0x1_0000_0000, buffer.writeInt32BE(high, at))
}

function writeDouble(buffer: Buffer, at: number, value: number): number {
  if (Number.isNaN(value)) return buffer.writeInt32BE(-1, at)
  return buffer.writeDoubleBE(value, buffer.writeInt32BE(8, at))
}

function writeReal(buffer: Buffer, at: number, value: number): number {
  if (Number.isNaN(value)) return buffer.writeInt32BE(-1, at)
  return buffer.writeFloatBE(value, buffer.writeInt32BE(4, at))
}

function writeFlag(buffer: Buffer, at: number, value: boolean | null): number {
  if (value === null) return buffer.writeInt32BE(-1, at)
  return buffer.writeUInt8(value ? 1 : 0, buffer.writeInt32BE(1, at))
}
