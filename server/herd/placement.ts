/** Weight of a new value in the smoothed strength, for a rising and for a falling signal. */
const attack = 0.7
const release = 0.3
const marginDb = 2
const winsNeeded = 3
/** A gateway that has not heard the neckband for this long is dropped, ms. */
const timeoutMs = 10 * 60_000
/** Maximum delay between gateways, ms. Later hearings only show where the neckband was. */
const maxLateMs = 60_000
/** Maximum gateways kept per neckband; the weakest is dropped. */
const maxGateways = 12
/** Maximum neckbands kept, at about 250 bytes each; the oldest is dropped. */
const maxNeckbands = 100_000
const firstRows = 256

/**
 * Estimates the nearest gateway of a neckband without a position, by signal strength. The strongest
 * gateway is the nearest only half of the time. So each gateway's strength is smoothed (rises fast, falls slowly),
 * and a challenger must exceed the present one by a margin in several consecutive hearings. Gateway ids are not 0.
 */
export class SignalPlacer {
  private readonly rows = new Map<number, number>()
  /** Rows to reuse. */
  private readonly free: number[] = []
  /** By row and position. */
  private heardBy = new Uint32Array(firstRows * maxGateways)
  private dbm = new Float32Array(firstRows * maxGateways)
  private heardAt = new Float64Array(firstRows * maxGateways)
  /** By row; 0: none. */
  private nearest = new Uint32Array(firstRows)
  private challenger = new Uint32Array(firstRows)
  private wins = new Uint8Array(firstRows)

  /** Number of neckbands kept. */
  get size(): number {
    return this.rows.size
  }

  /**
   * Applies one hearing, without allocation.
   * @param gatewayId the receiving gateway
   * @param dbm signal strength
   * @param at epoch ms
   * @returns the estimated nearest gateway
   */
  place(neckbandId: number, gatewayId: number, dbm: number, at: number): number {
    const row = this.rows.get(neckbandId) ?? this.addRow(neckbandId)
    const own = this.hear(row, gatewayId, dbm, at)
    if (own < 0) return this.nearest[row] as number
    const start = row * maxGateways
    let top = own
    let present = -1
    for (let i = start; i < start + maxGateways; i++) {
      if (this.heardBy[i] === 0) continue
      if (this.heardBy[i] === this.nearest[row]) present = i
      if ((this.dbm[i] as number) > (this.dbm[top] as number)) top = i
    }
    const best = this.heardBy[top] as number
    if (present < 0) return this.moveTo(row, best)
    const needed = (this.dbm[present] as number) + marginDb
    const isAhead = top !== present && (this.dbm[top] as number) >= needed
    if (!isAhead || best !== this.challenger[row]) this.wins[row] = 0
    this.challenger[row] = isAhead ? best : 0
    if (!isAhead || top !== own) return this.nearest[row] as number
    // The new value must exceed the margin too, because a single loud one lingers in the smoothed value.
    this.wins[row] = dbm >= needed ? (this.wins[row] as number) + 1 : 0
    return this.wins[row] >= winsNeeded ? this.moveTo(row, best) : (this.nearest[row] as number)
  }

  /** Drops a neckband, for example when its positions are known. */
  forget(neckbandId: number): void {
    const row = this.rows.get(neckbandId)
    if (row === undefined) return
    this.rows.delete(neckbandId)
    this.clear(row)
    this.free.push(row)
  }

  /** Drops the neckbands heard after an instant (epoch ms). */
  forgetLater(latestAt: number): void {
    for (const [neckbandId, row] of this.rows) {
      const start = row * maxGateways
      for (let i = start; i < start + maxGateways; i++) {
        if (this.heardBy[i] === 0 || (this.heardAt[i] as number) <= latestAt) continue
        this.forget(neckbandId)
        break
      }
    }
  }

  /** Stores a hearing and drops gateways without recent hearings. @returns its position; -1 when too late or too weak */
  private hear(row: number, gatewayId: number, dbm: number, at: number): number {
    const start = row * maxGateways
    let own = -1
    let spare = -1
    let weakest = -1
    for (let i = start; i < start + maxGateways; i++) {
      const id = this.heardBy[i] as number
      const heardAt = this.heardAt[i] as number
      if (id !== 0 && (at < heardAt - maxLateMs || (id === gatewayId && at < heardAt))) return -1
      if (id === gatewayId && at - heardAt <= timeoutMs) own = i
      else if (id === 0 || at - heardAt > timeoutMs) {
        this.heardBy[i] = 0
        spare = i
      } else if (id !== this.nearest[row] && (weakest < 0 || (this.dbm[i] as number) < (this.dbm[weakest] as number)))
        weakest = i
    }
    if (own >= 0) {
      const before = this.dbm[own] as number
      this.dbm[own] = before + (dbm > before ? attack : release) * (dbm - before)
    } else {
      if (spare < 0 && dbm <= (this.dbm[weakest] as number)) return -1
      own = spare >= 0 ? spare : weakest
      this.heardBy[own] = gatewayId
      this.dbm[own] = dbm
    }
    this.heardAt[own] = at
    return own
  }

  private moveTo(row: number, gatewayId: number): number {
    this.nearest[row] = gatewayId
    this.challenger[row] = 0
    this.wins[row] = 0
    return gatewayId
  }

  private clear(row: number): void {
    this.heardBy.fill(0, row * maxGateways, (row + 1) * maxGateways)
    this.moveTo(row, 0)
  }

  private addRow(neckbandId: number): number {
    const [first] = this.rows.size >= maxNeckbands ? this.rows.keys() : []
    if (first !== undefined) this.forget(first)
    const row = this.free.pop() ?? this.rows.size
    if (row >= this.nearest.length) this.grow()
    this.rows.set(neckbandId, row)
    return row
  }

  private grow(): void {
    const rows = this.nearest.length * 2
    const longer = <T extends Uint32Array | Float32Array | Float64Array | Uint8Array>(into: T, from: T): T => {
      into.set(from)
      return into
    }
    this.heardBy = longer(new Uint32Array(rows * maxGateways), this.heardBy)
    this.dbm = longer(new Float32Array(rows * maxGateways), this.dbm)
    this.heardAt = longer(new Float64Array(rows * maxGateways), this.heardAt)
    this.nearest = longer(new Uint32Array(rows), this.nearest)
    this.challenger = longer(new Uint32Array(rows), this.challenger)
    this.wins = longer(new Uint8Array(rows), this.wins)
  }
}
