import { isRecord, plainText, readDeviceId, readJson, refuse } from '../fields.ts'
import type { Decoder, DecoderFormat } from '../../message.ts'
import { parseInstant } from '../times.ts'
import { readUplink } from './uplinks.ts'

/** Parts of a message without data about a neckband. */
const otherParts = [
  'downlink_queued',
  'downlink_sent',
  'downlink_ack',
  'downlink_nack',
  'downlink_failed',
  'downlink_queue_invalidated',
  'location_solved',
  'service_data',
  // A second copy of an uplink.
  'uplink_normalized',
]

const payloadFields = { field: 'frm_payload', objectField: 'decoded_payload' }

/**
 * Reads messages of The Things Stack v3, from `v3/{app}@{tenant}/devices/{device}/up` or a webhook: an uplink contains a payload, a
 * join shows that the neckband is active. Field names in rejections are ours; the payload is `frm_payload`.
 */
export const readTtnMessage: Decoder = (body, _topicGateway, receivedAt) => {
  const message = readJson(body)
  if (message === undefined) return refuse('BAD_JSON', 'body')
  if (!isRecord(message)) return refuse('BAD_SHAPE', 'body')
  const { end_device_ids: ids, uplink_message: uplink, join_accept: join, received_at: networkAt } = message
  if (!isRecord(ids)) return refuse('BAD_SHAPE', 'end_device_ids')
  const eui = readDeviceId(ids.dev_eui)
  if (eui === null) return refuse('BAD_SHAPE', 'dev_eui')
  const at = parseInstant(networkAt)
  // Sent from the network's console to try a decoder: no device said it.
  if (message.simulated === true) {
    const rejected = [{ index: 0, field: 'simulated', reason: 'SIMULATED' as const, neckband: eui }]
    return { ok: true, gateway: null, readings: [], rejected }
  }
  if (isRecord(join)) {
    const key = `join ${plainText(join.session_key_id)}`
    return readUplink({
      at,
      receivedAt,
      device: { names: [], eui, port: 0 },
      payload: { ...payloadFields, base64: undefined },
      objects: [],
      receivers: [],
      key,
      said: {},
    })
  }
  if (!isRecord(uplink)) {
    return otherParts.some((part) => isRecord(message[part]))
      ? { ok: true, gateway: null, readings: [], rejected: [] }
      : refuse('BAD_SHAPE', 'uplink_message')
  }
  const { version_ids: version, f_port: port, rx_metadata: receivers } = uplink
  return readUplink({
    at,
    receivedAt,
    device: {
      names: [...(isRecord(version) ? [version.brand_id, version.model_id] : []), ids.device_id],
      eui,
      port: typeof port === 'number' ? port : 0,
    },
    payload: { ...payloadFields, base64: uplink.frm_payload },
    objects: [uplink.decoded_payload, ...normalised(uplink.normalized_payload)],
    receivers: Array.isArray(receivers) ? receivers.filter(isRecord).map(receiverOf) : [],
    key: `${plainText(uplink.session_key_id)} ${plainText(uplink.f_cnt ?? 0)}`,
  })
}

function receiverOf({ gateway_ids: ids, rssi }: Record<string, unknown>): { gateway: unknown; rssi: unknown } {
  return { gateway: isRecord(ids) ? (ids.eui ?? ids.gateway_id) : undefined, rssi }
}

/** Returns the network's normalised values, without the battery, which they give in volts. */
function normalised(payload: unknown): Record<string, unknown>[] {
  const records: unknown[] = Array.isArray(payload) ? payload : [payload]
  return records.filter(isRecord).map(({ battery: _battery, ...values }) => values)
}

export const ttn: DecoderFormat = {
  read: readTtnMessage,
  methods: ['POST'],
  summary: 'A message of a webhook of The Things Stack v3.',
  content: { 'application/json': { type: 'object' } },
  topic: { filter: 'v3/+/devices/+/#', event: 4 },
  recognises: (body) => isRecord(body) && isRecord(body.end_device_ids),
  example: JSON.stringify({
    end_device_ids: { device_id: 'oyster-1', dev_eui: '70B3D57050000001' },
    received_at: '2026-05-01T03:12:01.578123456Z',
    uplink_message: {
      session_key_id: 'AXA50tHeWdgTXQPDpg==',
      f_port: 1,
      f_cnt: 7,
      frm_payload: 'QLYwGgBnMEVBDMg=',
      rx_metadata: [{ gateway_ids: { gateway_id: 'gate', eui: '0016C001F153A14C' }, rssi: -80 }],
    },
  }),
}
