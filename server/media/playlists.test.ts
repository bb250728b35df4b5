import { expect, test } from 'vitest'
import { isEnded, isPlaylist, newestSegmentMark, relinkPlaylist, segmentMsOf, variantOf } from './playlists.ts'

const address = 'https://cameras.example.com/north/live.m3u8?key=hidden'
const link = (of: string) => `<${of}>`
const lines = (...text: string[]) => text.join('\n')

test('replaces every address of a playlist in any notation', () => {
  const text = lines(
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-MEDIA-SEQUENCE:7',
    '#EXT-X-KEY:METHOD=AES-128,URI="/keys/1",IV=0x1',
    '#EXT-X-MAP:URI="start.mp4"',
    '#EXTINF:4.0,',
    'a.m4s?key=hidden',
    '#EXTINF:4.0,',
    '../south/b.m4s',
    '',
    '#EXTINF:4.0,',
    'https://cameras.example.com/c.m4s',
  )
  expect(relinkPlaylist(text, address, link)).toBe(
    lines(
      '#EXTM3U',
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-MEDIA-SEQUENCE:7',
      '#EXT-X-KEY:METHOD=AES-128,URI="<https://cameras.example.com/keys/1>",IV=0x1',
      '#EXT-X-MAP:URI="<https://cameras.example.com/north/start.mp4>"',
      '#EXTINF:4.0,',
      '<https://cameras.example.com/north/a.m4s?key=hidden>',
      '#EXTINF:4.0,',
      '<https://cameras.example.com/south/b.m4s>',
      '',
      '#EXTINF:4.0,',
      '<https://cameras.example.com/c.m4s>',
    ),
  )
})

test.each([
  'http://cameras.example.com/a.ts',
  'https://169.254.169.254/a.ts',
  '//other.example.com/a.ts',
  'file:///etc/passwd',
  'https://cameras.example.com:8443/a.ts',
])('drops the address %s of another server with its tag', (other) => {
  const text = lines('#EXTM3U', '#EXTINF:4.0,', 'a.ts', '#EXTINF:4.0,', other, `#EXT-X-MAP:URI="${other}"`)
  expect(relinkPlaylist(text, address, link)).toBe(
    lines('#EXTM3U', '#EXTINF:4.0,', '<https://cameras.example.com/north/a.ts>'),
  )
})

test('drops the low-latency parts of a playlist', () => {
  const text = lines(
    '#EXTM3U',
    '#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES',
    '#EXT-X-PART-INF:PART-TARGET=0.3',
    '#EXTINF:1,',
    'a.ts',
    '#EXT-X-PART:DURATION=0.3,URI="b.0.ts"',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="b.1.ts"',
  )
  expect(relinkPlaylist(text, address, link)).toBe(
    lines('#EXTM3U', '#EXTINF:1,', '<https://cameras.example.com/north/a.ts>'),
  )
})

test('follows the first variant, and reads the newest segment of others', () => {
  const variants = lines(
    '#EXTM3U',
    '#EXT-X-STREAM-INF:BANDWIDTH=1',
    'low/index.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=9',
    'high/index.m3u8',
  )
  expect(variantOf(variants, address)).toBe('https://cameras.example.com/north/low/index.m3u8')
  const segments = lines(
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:3',
    '#EXT-X-MEDIA-SEQUENCE:12',
    '#EXTINF:3,',
    'a.ts',
    '#EXTINF:3,',
    'b.ts',
    '',
  )
  expect([variantOf(segments, address), newestSegmentMark(segments), segmentMsOf(segments), isEnded(segments)]).toEqual(
    [null, '12 b.ts', 3000, false],
  )
  expect(isEnded(`${segments}#EXT-X-ENDLIST`)).toBe(true)
  expect([newestSegmentMark('#EXTM3U\n'), isPlaylist('<html>'), isPlaylist(segments)]).toEqual([null, false, true])
})
