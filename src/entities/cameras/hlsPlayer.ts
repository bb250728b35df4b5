import type Hls from 'hls.js'

/** How a stream is brought to a video, and what ends it. @param onFault there is no stream, or no more of it */
export type Play = (video: HTMLVideoElement, address: string, onFault: () => void) => () => void

/** Segments by HTTP. hls.js is loaded where there are media sources; a browser without them plays playlists itself. */
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
