import { isRecord, readJson, readLooseDeviceId, refuse } from './fields.ts'
import type { Decoder, DecoderFormat } from '../message.ts'
import { fieldOf, isWord, readHeardList } from './bluetooth.ts'
import { parseLooseInstant } from './times.ts'

/**
 * Reads the array of Minew's Bluetooth gateways ("JSON-LONG"): the gateway first, then up to 1,000 entries that it heard.
 * An index in a rejection is the entry's position in the array, where the gateway is 0.
 */
export const readMinewMessage: Decoder = (body, topicGateway) => {
  const entries = readJson(body)
  if (entries === undefined) return refuse('BAD_JSON', 'body')
  if (!Array.isArray(entries) || entries.length === 0) return refuse('BAD_SHAPE', 'body')

  const head: unknown = entries.find(isGateway)
  const gateway = isGateway(head) ? readLooseDeviceId(fieldOf(head, 'neckband')) : topicGateway
  if (gateway === null || (topicGateway !== null && topicGateway !== gateway)) return refuse('BAD_SHAPE', 'gateway')
  // The gateway's own entry may repeat. With a second gateway it is unclear which one heard the other entries.
  if (entries.some((entry) => isGateway(entry) && readLooseDeviceId(fieldOf(entry, 'neckband')) !== gateway))
    return refuse('BAD_SHAPE', 'gateway')

  const time = isGateway(head) ? fieldOf(head, 'at') : undefined
  const sentAt = time === undefined ? Number.NaN : parseLooseInstant(time)
  return readHeardList({
    gateway,
    sentAt,
    isLive: true,
    isSentAtBad: time !== undefined && Number.isNaN(sentAt),
    entries: [...entries.entries()].filter(([, entry]) => !isGateway(entry)),
  })
}

const isGateway = (entry: unknown): entry is Record<string, unknown> =>
  isRecord(entry) &&
  (isWord(entry.type, 'gateway') || entry.gatewayFree !== undefined || entry.gatewayLoad !== undefined)

export const minew: DecoderFormat = {
  read: readMinewMessage,
  methods: ['POST'],
  summary: 'What a Minew gateway posts.',
  content: { 'application/json': { type: 'array' }, 'text/plain': { type: 'string' } },
  recognises: (body) => Array.isArray(body) && isGateway(body[0]),
  example: JSON.stringify([
    { timestamp: '2026-05-01T03:12:05.578Z', type: 'Gateway', mac: 'AC233F000001' },
    { timestamp: '2026-05-01T03:12:01Z', type: 'Unknown', mac: 'AC233F0000A1', rssi: -65, rawData: '0201060416192a2a' },
    {
      timestamp: '2026-05-01T03:12:01Z',
      type: 'S1',
      mac: 'AC233F0000A2',
      rssi: '-70',
      temperature: 21.5,
      battery: 100,
    },
  ]),
}
