import { loadAccount, useAccount } from './account.ts'
import { startFeed, type Feed } from './feed.ts'
import { openLiveSocket } from '#streams/liveSocket.ts'
import { loadNotices, useNotices } from './notices.ts'
import { countTicketsToDecide, useTicketsToDecide } from './ticketsToDecide.ts'

let feed: Feed | null = null
let watched: readonly number[] = []

/** Opens the live wire of a session, one for the whole console; what comes over it goes into the stores. */
export function startLive(token: string): () => void {
  const started = startFeed(openLiveSocket(token))
  feed = started
  started.watch(watched)
  void loadAccount().then(countTicketsToDecide)
  void loadNotices()
  return () => {
    started.stop()
    feed = null
    useAccount.setState(useAccount.getInitialState(), true)
    useNotices.setState(useNotices.getInitialState(), true)
    useTicketsToDecide.setState(useTicketsToDecide.getInitialState(), true)
  }
}

/** Says which farms a map shows: only their frames are sent for. None when there is no map. */
export function watchFarms(farmIds: readonly number[]): void {
  watched = farmIds
  feed?.watch(farmIds)
}
