/**
 * Writes fields of PostgreSQL's binary COPY format (https://www.postgresql.org/docs/18/sql-copy.html, "Binary Format").
 * Each function writes length and value and returns the next offset. A NaN number and a null flag become NULL.
 */

/** The bytes before all rows; `end` comes after them. */
export const header = Buffer.from('PGCOPY\n\u{ff}\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
export const end = Buffer.from([0xff, 0xff])
/** PostgreSQL counts microseconds from 2000-01-01. */
const postgresEpochMs = 946_684_800_000

export function writeInstant(buffer: Buffer, at: number, instant: number): number {
  if (Number.isNaN(instant)) return buffer.writeInt32BE(-1, at)
  return writeInt64(buffer, buffer.writeInt32BE(8, at), Math.round((instant - postgresEpochMs) * 1000))
}

export function writeId(buffer: Buffer, at: number, id: number): number {
  return buffer.writeInt32BE(id, buffer.writeInt32BE(4, at))
}

function writeInt64(buffer: Buffer, at: number, value: number): number {
  const high = Math.floor(value / 0x1_0000_0000)
  return buffer.writeUInt32BE(value - high * 0x1_0000_0000, buffer.writeInt32BE(high, at))
}

export function writeDouble(buffer: Buffer, at: number, value: number): number {
  if (Number.isNaN(value)) return buffer.writeInt32BE(-1, at)
  return buffer.writeDoubleBE(value, buffer.writeInt32BE(8, at))
}

export function writeReal(buffer: Buffer, at: number, value: number): number {
  if (Number.isNaN(value)) return buffer.writeInt32BE(-1, at)
  return buffer.writeFloatBE(value, buffer.writeInt32BE(4, at))
}

export function writeFlag(buffer: Buffer, at: number, value: boolean | null): number {
  if (value === null) return buffer.writeInt32BE(-1, at)
  return buffer.writeUInt8(value ? 1 : 0, buffer.writeInt32BE(1, at))
}

export function writeBigId(buffer: Buffer, at: number, id: number): number {
  return writeInt64(buffer, buffer.writeInt32BE(8, at), id)
}

export function writeText(buffer: Buffer, at: number, text: string): number {
  const length = buffer.write(text, at + 4)
  buffer.writeInt32BE(length, at)
  return at + 4 + length
}
