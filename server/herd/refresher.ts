/** Reads something again after it changed: all of it, or what belongs to some farms. */
export class Refresher {
  private readonly read: (farmIds: readonly number[] | null) => Promise<void>
  /** The farms whose part has changed since it was read. */
  private changed: ReadonlySet<number> | 'all' | null
  private isReading = false
  private readonly waiting: (() => void)[] = []

  /**
   * @param read reads what belongs to farms; null: everything
   * @param isCurrent whether nothing has changed yet, since something else has read it
   */
  constructor(read: (farmIds: readonly number[] | null) => Promise<void>, { isCurrent = false } = {}) {
    this.read = read
    this.changed = isCurrent ? null : 'all'
  }

  /** Whether something has changed that is not being read. */
  get isStale(): boolean {
    return this.changed !== null
  }

  /** Notes a change. @param farmIds the farms concerned; absent: any */
  note(farmIds?: readonly number[]): void {
    this.changed = farmIds === undefined ? 'all' : merged(this.changed, new Set(farmIds))
  }

  /** Reads what has changed. When that fails, it stays to be read. */
  async refresh(): Promise<void> {
    const { changed } = this
    if (changed === null) return
    this.changed = null
    this.isReading = true
    try {
      await this.read(changed === 'all' ? null : [...changed])
    } catch (error) {
      this.changed = merged(this.changed, changed)
      throw error
    } finally {
      this.isReading = false
    }
    if (this.changed !== null) return
    for (const resolve of this.waiting.splice(0)) resolve()
  }

  /** Waits until everything noted so far has been read. */
  async whenCurrent(): Promise<void> {
    if (this.changed !== null || this.isReading) await new Promise<void>((resolve) => void this.waiting.push(resolve))
  }
}

function merged(one: ReadonlySet<number> | 'all' | null, other: ReadonlySet<number> | 'all'): ReadonlySet<number> | 'all' {
  if (one === 'all' || other === 'all') return 'all'
  return one === null ? other : new Set([...one, ...other])
}
