import { CallError } from '../../callError.ts'

/** Returns the cursor of a feed after a place. */
export function cursorAfter(feed: string, place: number): string {
  return Buffer.from(`${feed}.${place}`).toString('base64url')
}

/** Returns the place of a cursor; 0 without one. @throws CallError BAD_SHAPE for a cursor of another feed */
export function placeOf(feed: string, cursor: string | undefined): number {
  if (cursor === undefined || cursor === '') return 0
  const [name, place = ''] = Buffer.from(cursor, 'base64url').toString().split('.')
  if (name !== feed || !/^\d{1,15}$/.test(place)) throw new CallError('BAD_SHAPE', { fields: { cursor: 'invalid' } })
  return Number(place)
}
