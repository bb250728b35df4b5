import { startFeed, type Feed } from './feed.ts'
import { openLiveSocket } from '#streams/liveSocket.ts'

let feed: Feed | null = null
let watched: readonly number[] = []

/** Opens the live connection of a session, one for the whole console, and feeds the stores from it. */
export function startLive(token: string): () => void {
  const started = startFeed(openLiveSocket(token))
  feed = started
  started.watch(watched)
  return () => {
    started.stop()
    feed = null
  }
}

/** Selects the farms that a map shows; the server sends only their frames. An empty list when there is no map. */
export function watchFarms(farmIds: readonly number[]): void {
  watched = farmIds
  feed?.watch(farmIds)
}

/** Reports whether a paired wall has painted the current data; false: the page shows something else. */
export function reportWallPainted(isShown: boolean): void {
  feed?.reportWallPainted(isShown)
}
