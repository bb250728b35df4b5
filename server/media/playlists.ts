/** Maximum size of a playlist, bytes; normal ones have a few kilobytes. */
export const maxPlaylistBytes = 1024 * 1024

/** Tags of low-latency streams, for partial segments and blocking requests. Players work without them. */
const lowLatency = /^#EXT-X-(?:SERVER-CONTROL|PART|PART-INF|PRELOAD-HINT|RENDITION-REPORT|SKIP)\b/

export function isPlaylist(text: string): boolean {
  return text.trimStart().startsWith('#EXTM3U')
}

const linesOf = (text: string) => text.split(/\r?\n/)

/** Resolves an address against its playlist's; null for another server, or an invalid address. */
function resolve(address: string, playlist: string): string | null {
  if (!URL.canParse(address, playlist)) return null
  const { origin, href } = new URL(address, playlist)
  return origin === new URL(playlist).origin ? href : null
}

/**
 * Replaces the addresses in a playlist. Addresses of other servers are removed together with their tag.
 * @param playlist its own address
 * @param link returns the replacement of an address
 */
export function relinkPlaylist(text: string, playlist: string, link: (address: string) => string): string {
  const written: string[] = []
  for (const line of linesOf(text)) {
    if (lowLatency.test(line)) continue
    if (line.trim() === '' || line.startsWith('#')) {
      const [, named] = /URI="([^"]*)"/.exec(line) ?? []
      const address = named === undefined ? null : resolve(named, playlist)
      if (named === undefined) written.push(line)
      else if (address !== null) written.push(line.replace(/URI="[^"]*"/, () => `URI="${link(address)}"`))
      continue
    }
    const address = resolve(line.trim(), playlist)
    if (address !== null) written.push(link(address))
    else if (/^#EXT(?:INF|-X-STREAM-INF)/.test(written.at(-1) ?? '')) written.pop()
  }
  return written.join('\n')
}

/** Returns the address of the first variant of a stream; null when the playlist contains segments. */
export function variantOf(text: string, playlist: string): string | null {
  const lines = linesOf(text)
  const place = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'))
  const address =
    place < 0 ? undefined : lines.slice(place + 1).find((line) => line.trim() !== '' && !line.startsWith('#'))
  return address === undefined ? null : resolve(address.trim(), playlist)
}

/** Returns a mark that changes with each new segment of a playlist; null without segments. */
export function newestSegmentMark(text: string): string | null {
  const last = linesOf(text).findLast((line) => line.trim() !== '' && !line.startsWith('#'))
  if (last === undefined) return null
  const [, sequence = '0'] = /^#EXT-X-MEDIA-SEQUENCE:(\d+)/m.exec(text) ?? []
  return `${sequence} ${last.trim()}`.slice(0, 500)
}

/** Returns whether the stream has ended. */
export function isEnded(text: string): boolean {
  return /^#EXT-X-ENDLIST\b/m.test(text)
}

/** Returns the maximum duration of a segment, ms. */
export function segmentMsOf(text: string): number {
  const [, seconds = '6'] = /^#EXT-X-TARGETDURATION:(\d+)/m.exec(text) ?? []
  return Number(seconds) * 1000
}
