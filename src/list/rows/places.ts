/** Where somebody was in a list, by session and entry of the browser's history: there again after "back". */
export interface Place {
  /** The key of the request. */
  key: string
  scrollTop: number
  /** The row that the keyboard was on. */
  activeId: number | null
}

const most = 30
const places = new Map<string, Place>()

export function recall(entry: string): Place | undefined {
  return places.get(entry)
}

export function keepPlace(entry: string, place: Place): void {
  places.delete(entry)
  places.set(entry, place)
  for (const oldest of places.keys()) {
    if (places.size <= most) break
    places.delete(oldest)
  }
}
