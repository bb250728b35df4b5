/** Reads something again after changes: all of it, or the parts of some farms. */
export class Refresher {
  private readonly read: (farmIds: readonly number[] | null) => Promise<void>
  /** Farms whose part has changed since it was read. */
  private changed: ReadonlySet<number> | 'all' | null
  private isReading = false
  private readonly waiting: (() => void)[] = []

  /**
   * @param read reads the parts of farms; null: everything
   * @param isCurrent whether the data has already been read elsewhere
   */
  constructor(read: (farmIds: readonly number[] | null) => Promise<void>, { isCurrent = false } = {}) {
    this.read = read
    this.changed = isCurrent ? null : 'all'
  }

  /** Whether there is a change that is not being read. */
  get isStale(): boolean {
    return this.changed !== null
  }

  /** Records a change. @param farmIds the affected farms; absent: all */
  note(farmIds?: readonly number[]): void {
    this.changed = farmIds === undefined ? 'all' : merged(this.changed, new Set(farmIds))
  }

  /** Reads the changes. When that fails, they stay pending. */
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

function merged(
  one: ReadonlySet<number> | 'all' | null,
  other: ReadonlySet<number> | 'all',
): ReadonlySet<number> | 'all' {
  if (one === 'all' || other === 'all') return 'all'
  return one === null ? other : new Set([...one, ...other])
}
