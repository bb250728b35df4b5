import { startFeed, type Feed } from './feed.ts'
import { openLiveSocket } from '#streams/liveSocket.ts'

let feed: Feed | null = null
let watched: readonly number[] = []

/** Opens the live wire of a session, one for the whole console; what comes over it goes into the stores. */
export function startLive(token: string): () => void {
  const started = startFeed(openLiveSocket(token))
  feed = started
  started.watch(watched)
  return () => {
    started.stop()
    feed = null
  }
}

/** Says which farms a map shows: only their frames are sent for. None when there is no map. */
export function watchFarms(farmIds: readonly number[]): void {
  watched = farmIds
  feed?.watch(farmIds)
}

/** A wall says that it has painted what it was sent; false: that it shows something else now. */
export function tellWall(isShown: boolean): void {
  feed?.tellWall(isShown)
}
