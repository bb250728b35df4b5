import type { Play } from './hlsPlayer.ts'

/** Maximum wait for ICE candidates, ms; within one network they are found immediately. */
const maxGatheringMs = 1_500

/** Plays WebRTC by WHEP (the playback counterpart of RFC 9725): one offer, one answer, and a URL that ends the session. */
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
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: peer.localDescription?.sdp ?? '',
      signal: over.signal,
    })
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

/** Waits for ICE candidates until gathering is complete or the time is over. */
function gathered(peer: RTCPeerConnection, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => {
    if (peer.iceGatheringState === 'complete') resolve()
  }
  peer.addEventListener('icegatheringstatechange', look)
  const timer = setTimeout(resolve, maxGatheringMs)
  signal.addEventListener('abort', () => resolve(), { once: true })
  look()
  return promise.finally(() => {
    clearTimeout(timer)
    peer.removeEventListener('icegatheringstatechange', look)
  })
}
