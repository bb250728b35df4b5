/** Position in a list per session and browser history entry; "back" restores it. */
export interface Place {
  /** Key of the request. */
  key: string
  scrollTop: number
  /** Row with the keyboard focus. */
  activeId: number | null
}

const maxPlaces = 30
const places = new Map<string, Place>()

export function recall(entry: string): Place | undefined {
  return places.get(entry)
}

export function savePlace(entry: string, place: Place): void {
  places.delete(entry)
  places.set(entry, place)
  for (const oldest of places.keys()) {
    if (places.size <= maxPlaces) break
    places.delete(oldest)
  }
}
