/**
 * Creates a lookup of slots by animal id. It searches from the last found slot in doubling steps, so that
 * ascending ids cost little more than walking both lists.
 * @param animalIds by slot, ascending
 * @returns the animal's slot; -1 when it has no slot
 */
export function slotFinder(animalIds: Float64Array): (animalId: number) => number {
  let last = 0
  return (animalId) => {
    let [low, high] = [0, animalIds.length]
    if ((animalIds[last] as number) <= animalId) {
      low = last
      let step = 1
      while (low + step < high && (animalIds[low + step] as number) <= animalId) {
        low += step
        step *= 2
      }
      high = Math.min(high, low + step)
    } else if (last < high) high = last
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((animalIds[middle] as number) <= animalId) low = middle
      else high = middle
    }
    if (animalIds[low] !== animalId) return -1
    last = low
    return low
  }
}
