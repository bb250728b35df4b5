/** Maximum values that a fault offers. */
const maxOffered = 8

const bare = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, '')

/** Returns the possible values nearest to a text, the nearest first; all of them when there are few. */
export function nearest(text: string, values: readonly string[]): string[] {
  const wording = bare(text)
  const ranked = values
    .map((value) => ({ value, distance: distanceOf(wording, bare(value)) }))
    .toSorted((one, other) => one.distance - other.distance)
  if (values.length <= maxOffered) return ranked.map(({ value }) => value)
  return ranked
    .filter(({ distance, value }) => distance <= Math.max(wording.length, bare(value).length) / 2)
    .slice(0, maxOffered)
    .map(({ value }) => value)
}

/** Number of characters to insert, remove or replace; half when one text contains the other. */
function distanceOf(one: string, other: string): number {
  if (one === other) return 0
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let column = 1; column <= other.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1))
    }
    above = line
  }
  const distance = above[other.length] ?? 0
  return one !== '' && (one.includes(other) || other.includes(one)) ? distance / 2 : distance
}
