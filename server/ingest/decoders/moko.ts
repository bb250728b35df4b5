import { isRecord, readJson, readLooseDeviceId, refuse } from './fields.ts'
import type { Decoder, DecoderFormat } from '../message.ts'
import { readHeardList } from './bluetooth.ts'

/**
 * Reads the JSON of MOKO's Bluetooth gateways: `{"msg_id", "device_info": {"mac"}, "data": [{"mac", "rssi", "timestamp", …}]}`, in older
 * firmware with the list as `data.device_array`. Other messages of a gateway say only that it is there.
 */
const read: Decoder = (body, topicGateway) => {
  const message = readJson(body)
  if (message === undefined) return refuse('BAD_JSON', 'body')
  if (!isMoko(message)) return refuse('BAD_SHAPE', 'device_info')
  const gateway = readLooseDeviceId(message.device_info.mac)
  if (gateway === null || (topicGateway !== null && topicGateway !== gateway)) return refuse('BAD_SHAPE', 'mac')
  const entries = listIn(message.data) ?? []
  return readHeardList({ gateway, sentAt: Number.NaN, entries: [...entries.entries()] })
}

const isMoko = (body: unknown): body is Record<string, unknown> & { device_info: Record<string, unknown> } =>
  isRecord(body) && body.msg_id !== undefined && isRecord(body.device_info)

function listIn(data: unknown): unknown[] | undefined {
  if (Array.isArray(data)) return data
  return isRecord(data) ? Object.values(data).find((value) => Array.isArray(value)) : undefined
}

export const moko: DecoderFormat = {
  read,
  methods: ['POST'],
  summary: 'What a MOKO gateway sends.',
  content: { 'application/json': { type: 'object' } },
  recognises: isMoko,
  example: JSON.stringify({
    msg_id: 3070,
    device_info: { device_id: 'gate', mac: 'ac233f000001' },
    data: [
      { timestamp: 1_777_605_121_000, timezone: 0, mac: 'ac233f0000a1', rssi: -65, raw_data: '0201060416192a2a' },
      { timestamp: 1_777_605_121_500, timezone: 0, mac: 'ac233f0000a2', rssi: -70, adv_name: '' },
    ],
  }),
}
