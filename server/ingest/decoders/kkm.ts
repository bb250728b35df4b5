import { isRecord, readJson, readLooseDeviceId, refuse } from './fields.ts'
import type { Decoder, DecoderFormat } from '../message.ts'
import { readHeardList } from './bluetooth.ts'

/**
 * Reads the JSON of KKM's Bluetooth gateways: `{"msg": "advData", "gmac", "obj": [{"dmac", "rssi", "time", …}]}`. Other messages of a
 * gateway say only that it is there. Its times have no zone; the newest entry's counts as the gateway's own.
 */
const read: Decoder = (body, topicGateway) => {
  const message = readJson(body)
  if (message === undefined) return refuse('BAD_JSON', 'body')
  if (!isKkm(message)) return refuse('BAD_SHAPE', 'body')
  const gateway = readLooseDeviceId(message.gmac) ?? (message.gmac === undefined ? topicGateway : null)
  if (gateway === null || (topicGateway !== null && topicGateway !== gateway)) return refuse('BAD_SHAPE', 'gmac')
  const entries = Array.isArray(message.obj) ? message.obj : []
  return readHeardList({ gateway, sentAt: Number.NaN, entries: [...entries.entries()] })
}

const isKkm = (body: unknown): body is Record<string, unknown> =>
  isRecord(body) && typeof body.msg === 'string' && (Array.isArray(body.obj) || body.gmac !== undefined)

export const kkm: DecoderFormat = {
  read,
  methods: ['POST'],
  summary: 'What a KKM gateway posts.',
  content: { 'application/json': { type: 'object' } },
  recognises: isKkm,
  example: JSON.stringify({
    msg: 'advData',
    gmac: 'AC233F000001',
    obj: [
      {
        type: 4,
        dmac: 'AC233F0000A1',
        uuid: 'FDA50693A4E24FB1AFCFC6EB07647825',
        rssi: -65,
        time: '2026-05-01 03:12:01',
      },
      { type: 1, dmac: 'AC233F0000A2', vbatt: 3021, temp: 21.5, rssi: -70, time: '2026-05-01 03:12:02' },
    ],
  }),
}
