import type { Play } from './hlsPlayer.ts'

/** So long it waits for the ways that it can be reached by, ms: of a server in the same network there is one at once. */
const gatherMs = 1_500

/** WebRTC, asked for by WHEP (RFC 9725's sister for those who watch): one offer, one answer, and an address that ends it. */
export const playWhep: Play = (video, address, onFault) => {
  const peer = new RTCPeerConnection()
  const over = new AbortController()
  let session: string | null = null
  const end = () => void (session !== null && fetch(session, { method: 'DELETE', keepalive: true }).catch(() => {}))
  const begin = async () => {
    peer.addTransceiver('video', { direction: 'recvonly' })
    peer.addTransceiver('audio', { direction: 'recvonly' })
    peer.ontrack = ({ streams: [stream], track }) => {
      if (track.kind === 'video') video.srcObject = stream ?? new MediaStream([track])
    }
    peer.onconnectionstatechange = () => {
      if (peer.connectionState === 'failed' || peer.connectionState === 'disconnected') onFault()
    }
    await peer.setLocalDescription()
    await gathered(peer, over.signal)
    const response = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/sdp' }, body: peer.localDescription?.sdp ?? '', signal: over.signal })
    if (!response.ok) throw new Error(`the offer was answered with ${response.status}`)
    session = response.headers.get('location')
    const sdp = await response.text()
    if (over.signal.aborted) end()
    else await peer.setRemoteDescription({ type: 'answer', sdp })
  }
  begin().catch(() => {
    if (!over.signal.aborted) onFault()
  })
  return () => {
    over.abort()
    peer.close()
    video.srcObject = null
    end()
  }
}

/** Waits for the ways that a peer can be reached by, and no longer than that. */
function gathered(peer: RTCPeerConnection, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => {
    if (peer.iceGatheringState === 'complete') resolve()
  }
  peer.addEventListener('icegatheringstatechange', look)
  const timer = setTimeout(resolve, gatherMs)
  signal.addEventListener('abort', () => resolve(), { once: true })
  look()
  return promise.finally(() => {
    clearTimeout(timer)
    peer.removeEventListener('icegatheringstatechange', look)
  })
}
