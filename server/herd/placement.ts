/**
 * Which pen a neckband without a position is in, by the strength at which gateways hear it. The strongest gateway is the
 * nearest one only half of the time, so: each gateway's strength is smoothed (rises fast, falls slowly), a challenger
 * must be stronger by a margin, and must win so many times in a row.
 */
export interface SignalPlacer {
  smoothed: Map<number, { dbm: number; at: number }>
  gatewayId: number
  challengerId: number
  wins: number
}

export function createSignalPlacer(): SignalPlacer {
  return { smoothed: new Map(), gatewayId: 0, challengerId: 0, wins: 0 }
}

/** Share of a new value that is taken over at once when the signal rises, and when it falls. */
const attack = 0.6
const release = 0.15
const marginDb = 4
const winsNeeded = 3
/** A gateway that has not heard it for so long is out of the running. */
const forgetMs = 10 * 60_000

/**
 * Takes in one hearing.
 * @param gatewayId who heard it
 * @param dbm how strongly
 * @param at when, epoch ms
 * @returns the gateway that it is taken to be nearest to
 */
export function placeBySignal(placer: SignalPlacer, gatewayId: number, dbm: number, at: number): number {
  const before = placer.smoothed.get(gatewayId)
  const share = before === undefined ? 1 : dbm > before.dbm ? attack : release
  const smoothed = before === undefined ? dbm : before.dbm + share * (dbm - before.dbm)
  placer.smoothed.set(gatewayId, { dbm: smoothed, at })
  for (const [id, { at: heardAt }] of placer.smoothed) {
    if (at - heardAt > forgetMs) placer.smoothed.delete(id)
  }
  const present = placer.smoothed.get(placer.gatewayId)
  if (present === undefined) {
    placer.gatewayId = gatewayId
    placer.wins = 0
    return gatewayId
  }
  if (gatewayId === placer.gatewayId) {
    if (placer.challengerId !== 0 && present.dbm >= (placer.smoothed.get(placer.challengerId)?.dbm ?? -Infinity)) placer.wins = 0
    return placer.gatewayId
  }
  // A win takes both: one loud hearing lingers in the smoothed value.
  if (Math.min(smoothed, dbm) < present.dbm + marginDb) {
    if (gatewayId === placer.challengerId) placer.wins = 0
    return placer.gatewayId
  }
  placer.wins = gatewayId === placer.challengerId ? placer.wins + 1 : 1
  placer.challengerId = gatewayId
  if (placer.wins >= winsNeeded) {
    placer.gatewayId = gatewayId
    placer.challengerId = 0
    placer.wins = 0
  }
  return placer.gatewayId
}
