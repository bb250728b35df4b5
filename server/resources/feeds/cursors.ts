import { timingSafeEqual } from 'node:crypto'
import { CallError } from '../../callError.ts'
import type { Secrets } from '../../secrets/secrets.ts'

type Mac = Pick<Secrets, 'mac'>

const nonceBytes = 12
const placeBytes = 8

/**
 * Returns the cursor of a feed after a place. Places count the records of all organisations, so the cursor hides its place. One place always
 * gives the same cursor, so that answers without new rows are equal.
 */
export function cursorAfter(secrets: Mac, feed: string, place: number): string {
  const nonce = nonceOf(secrets, feed, place)
  const bytes = Buffer.alloc(placeBytes)
  bytes.writeBigUInt64BE(BigInt(place))
  return Buffer.concat([nonce, masked(secrets, nonce, bytes)]).toString('base64url')
}

/** Returns the place of a cursor; 0 without one. @throws CallError BAD_SHAPE for a cursor that this feed did not give */
export function placeOf(secrets: Mac, feed: string, cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length === nonceBytes + placeBytes) {
    const nonce = bytes.subarray(0, nonceBytes)
    const place = Number(masked(secrets, nonce, bytes.subarray(nonceBytes)).readBigUInt64BE())
    if (timingSafeEqual(nonce, nonceOf(secrets, feed, place))) return place
  }
  throw new CallError('BAD_SHAPE', { fields: { cursor: 'invalid' } })
}

const nonceOf = (secrets: Mac, feed: string, place: number) =>
  secrets.mac(`feed cursor ${feed} ${place}`).subarray(0, nonceBytes)

/** Masks or unmasks bytes with a keyed stream. */
function masked(secrets: Mac, nonce: Uint8Array, bytes: Uint8Array): Buffer {
  const stream = secrets.mac(`feed cursor mask ${Buffer.from(nonce).toString('hex')}`)
  return Buffer.from(bytes.map((byte, place) => byte ^ (stream[place] ?? 0)))
}
