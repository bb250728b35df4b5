/** A playlist is text of some kilobytes. */
export const maxPlaylistBytes = 1024 * 1024

/** Tags of streams with low latency, which name parts of segments and ask for questions that wait: players do without. */
const lowLatency = /^#EXT-X-(?:SERVER-CONTROL|PART|PART-INF|PRELOAD-HINT|RENDITION-REPORT|SKIP)\b/

export function isPlaylist(text: string): boolean {
  return text.trimStart().startsWith('#EXTM3U')
}

const linesOf = (text: string) => text.split(/\r?\n/)

/** Resolves an address against the one of its playlist; null for one of another server, and for what is none of the web. */
function resolve(address: string, playlist: string): string | null {
  if (!URL.canParse(address, playlist)) return null
  const { origin, href } = new URL(address, playlist)
  return origin === new URL(playlist).origin ? href : null
}

/**
 * A playlist with other addresses. What is of another server than the playlist is left out, with the tag that says what it is.
 * @param playlist its own address
 * @param link what an address is replaced by
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

/** Where the first of several variants of a stream is; null: the playlist is of segments. */
export function variantOf(text: string, playlist: string): string | null {
  const lines = linesOf(text)
  const place = lines.findIndex((line) => line.startsWith('#EXT-X-STREAM-INF'))
  const address = place < 0 ? undefined : lines.slice(place + 1).find((line) => line.trim() !== '' && !line.startsWith('#'))
  return address === undefined ? null : resolve(address.trim(), playlist)
}

/** How far a playlist of segments has got: it differs once there is a new one. Null: it has none. */
export function markOf(text: string): string | null {
  const last = linesOf(text).findLast((line) => line.trim() !== '' && !line.startsWith('#'))
  if (last === undefined) return null
  const [, sequence = '0'] = /^#EXT-X-MEDIA-SEQUENCE:(\d+)/m.exec(text) ?? []
  return `${sequence} ${last.trim()}`.slice(0, 500)
}

/** Whether no segment follows any more. */
export function isEnded(text: string): boolean {
  return /^#EXT-X-ENDLIST\b/m.test(text)
}

/** So long a segment lasts at the most, ms. */
export function segmentMsOf(text: string): number {
  const [, seconds = '6'] = /^#EXT-X-TARGETDURATION:(\d+)/m.exec(text) ?? []
  return Number(seconds) * 1000
}
