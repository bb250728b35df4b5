/**
 * Finds animals in slots, which stand by their ids. One that comes after the one that was found last is found by steps that double,
 * so that ids in ascending order cost hardly more than walking along both.
 * @param animalIds of each slot, ascending
 * @returns the slot of an animal; -1 where it has none
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
