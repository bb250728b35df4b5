import { openLiveSocket, type LiveSocket } from '#streams/liveSocket.ts'

type Open = (token: string) => LiveSocket

let open: Open = openLiveSocket

/** Puts another herd behind the console: the mocks', or a test's. */
export function replaceLiveSocket(other: Open): void {
  open = other
}

export function openLive(token: string): LiveSocket {
  return open(token)
}
