import type Hls from 'hls.js'

/** Plays a stream in a video element and returns a function that ends it. @param onFault called when the stream is missing or has ended */
export type Play = (video: HTMLVideoElement, address: string, onFault: () => void) => () => void

/** Plays HLS. Uses hls.js where Media Source Extensions exist; other browsers play playlists natively. */
export const playHls: Play = (video, address, onFault) => {
  let isOver = false
  let player: Hls | undefined
  const begin = async () => {
    const { default: Player } = await import('hls.js/light')
    if (isOver) return
    if (!Player.isSupported()) {
      video.addEventListener('error', onFault, { once: true })
      video.src = address
      return
    }
    const begun = new Player({ enableWorker: false, lowLatencyMode: false, backBufferLength: 10, maxBufferLength: 20 })
    player = begun
    begun.on(Player.Events.ERROR, (_event, { fatal }) => {
      if (fatal) onFault()
    })
    begun.loadSource(address)
    begun.attachMedia(video)
  }
  begin().catch(onFault)
  return () => {
    isOver = true
    player?.destroy()
    video.removeEventListener('error', onFault)
    video.removeAttribute('src')
  }
}
