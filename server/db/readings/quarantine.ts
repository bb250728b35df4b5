import type pg from 'pg'
import type { Unreadable } from './batch.ts'
import { end, header, writeBigId, writeInstant, writeText } from './binaryRows.ts'
import { CopyIn } from './copyIn.ts'

const megabyte = 1_000_000
/** Limits of the quarantine. It stores the newest unreadable messages: enough to see the cause without filling the disk. */
export const quarantineLimits = { rows: 10_000, bytes: 64 * megabyte }
/** How much may be added before the quarantine is trimmed again. */
const slack = { rows: 1000, bytes: 8 * megabyte }
/** Maximum size of one COPY to the database. */
const chunk = { rows: 500, bytes: 4 * megabyte }

const sizeOf = ({ topic, field, body }: Unreadable): number => topic.length + field.length + body.length

/** Counts additions to the quarantine since it was last trimmed. After a start the count is unknown, so the first addition trims. */
export class QuarantineTally {
  private rows = Infinity
  private bytes = Infinity

  /** Returns whether storing these messages must also trim the quarantine. */
  isDue(unreadable: readonly Unreadable[]): boolean {
    if (unreadable.length === 0) return false
    const bytes = unreadable.reduce((sum, one) => sum + sizeOf(one), this.bytes)
    return this.rows + unreadable.length > slack.rows || bytes > slack.bytes
  }

  /** Counts stored messages; starts again when the quarantine was trimmed. */
  stored(unreadable: readonly Unreadable[], isTrimmed: boolean): void {
    if (isTrimmed) [this.rows, this.bytes] = [0, 0]
    else
      [this.rows, this.bytes] = [
        this.rows + unreadable.length,
        unreadable.reduce((sum, one) => sum + sizeOf(one), this.bytes),
      ]
  }
}

/** Stores unreadable messages, oldest first. Their bodies are sent without a copy. */
export async function addToQuarantine(connection: pg.Client, unreadable: readonly Unreadable[]): Promise<void> {
  for (const part of inChunks(unreadable)) {
    const rows = [header, ...part.flatMap((one) => [encodeHead(one), one.body]), end]
    await connection.query(
      new CopyIn('copy quarantine (at, source_id, topic, reason, field, body) from stdin (format binary)', rows),
    ).done
  }
}

/** Encodes a message's row up to its body; the last field written is the body's length. */
function encodeHead({ at, sourceId, topic, reason, field, body }: Unreadable): Buffer {
  const row = Buffer.allocUnsafe(64 + 3 * (topic.length + reason.length + field.length))
  let next = row.writeInt16BE(6)
  next = writeBigId(row, writeInstant(row, next, at), sourceId)
  for (const text of [topic, reason, field]) next = writeText(row, next, text)
  return row.subarray(0, row.writeInt32BE(body.length, next))
}

function* inChunks(unreadable: readonly Unreadable[]): Generator<Unreadable[]> {
  let part: Unreadable[] = []
  let bytes = 0
  for (const one of unreadable) {
    part.push(one)
    bytes += sizeOf(one)
    if (part.length < chunk.rows && bytes < chunk.bytes) continue
    yield part
    part = []
    bytes = 0
  }
  if (part.length > 0) yield part
}

/** Deletes the oldest messages that exceed the limits. */
export async function trimQuarantine(connection: pg.Client): Promise<void> {
  await connection.query(
    `delete from quarantine where id <= (
       select max(id) from (
         select id, row_number() over newest as rows,
           sum(octet_length(body) + octet_length(topic) + octet_length(field)) over newest as bytes
         from quarantine window newest as (order by id desc)
       ) as kept where rows > $1 or bytes > $2)`,
    [quarantineLimits.rows, quarantineLimits.bytes],
  )
}
