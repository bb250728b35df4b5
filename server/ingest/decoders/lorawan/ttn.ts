import { isRecord, plainText, readDeviceId, readJson, refuse } from '../fields.ts'
import type { Decoder } from '../../message.ts'
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
]

/**
 * Reads messages of The Things Stack v3, from `v3/{app}@{tenant}/devices/{device}/up` or a webhook: an uplink contains a payload, a
 * join shows that the neckband is active. Field names in rejections are ours; the payload is `frm_payload`.
 */
export const readTtnMessage: Decoder = (body) => {
  const message = readJson(body)
  if (message === undefined) return refuse('BAD_JSON', 'body')
  if (!isRecord(message)) return refuse('BAD_SHAPE', 'body')
  const { end_device_ids: ids, uplink_message: uplink, join_accept: join, received_at: receivedAt } = message
  if (!isRecord(ids)) return refuse('BAD_SHAPE', 'end_device_ids')
  const eui = readDeviceId(ids.dev_eui)
  if (eui === null) return refuse('BAD_SHAPE', 'dev_eui')
  const at = parseInstant(receivedAt)
  if (isRecord(join)) {
    const key = `join ${plainText(join.session_key_id)}`
    return readUplink({
      at,
      device: { names: [], eui, port: 0 },
      payload: { field: 'frm_payload', base64: undefined },
      object: undefined,
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
    device: {
      names: [...(isRecord(version) ? [version.brand_id, version.model_id] : []), ids.device_id],
      eui,
      port: typeof port === 'number' ? port : 0,
    },
    payload: { field: 'frm_payload', base64: uplink.frm_payload },
    object: uplink.decoded_payload,
    receivers: Array.isArray(receivers) ? receivers.filter(isRecord).map(receiverOf) : [],
    key: `${plainText(uplink.session_key_id)} ${plainText(uplink.f_cnt ?? 0)}`,
  })
}

function receiverOf({ gateway_ids: ids, rssi }: Record<string, unknown>): { gateway: unknown; rssi: unknown } {
  return { gateway: isRecord(ids) ? (ids.eui ?? ids.gateway_id) : undefined, rssi }
}
