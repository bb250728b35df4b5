import type { OrganisationChannelKind } from '#contract/duty/alertChannels.ts'
import { machineNow } from '../../clock.ts'
import { channelUse, findChannel, type SealedChannel } from '../../db/messages/alertChannels.ts'
import type { Sql } from '../../db/connect.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { type Transport, Undeliverable } from '../transport.ts'
import type { Channel, ChannelMessage, ChannelTarget, Post } from './channel.ts'
import { dingtalk } from './dingtalk.ts'
import { feishu } from './feishu.ts'
import { webhook } from './webhook.ts'
import { wecom } from './wecom.ts'

const channels: Record<OrganisationChannelKind, Channel> = {
  WEBHOOK: webhook,
  WECOM: wecom,
  DINGTALK: dingtalk,
  FEISHU: feishu,
}

/** Maximum concurrent messages per channel. */
const concurrency = 2
/** Lease of a message, ms: three times a channel's time to answer. */
const leaseMs = 30_000
/** Status codes that are temporary, not about the message. */
const passing = new Set([408, 425, 429])

/**
 * Sends a message to a channel, once.
 * @throws Undeliverable when another try is useless; any other error may be retried
 */
export async function sendTo(
  kind: OrganisationChannelKind,
  message: ChannelMessage,
  target: ChannelTarget,
  post: Post,
): Promise<void> {
  const channel = channels[kind]
  const { status, body } = await post(channel.request(message, target, machineNow()))
  if (status < 200 || status > 299) {
    const fault = `answered ${status}`
    throw status >= 400 && status < 500 && !passing.has(status) ? new Undeliverable(fault) : new Error(fault)
  }
  const fault = channel.parseFault(body)
  if (fault !== null) throw fault.isForGood ? new Undeliverable(fault.text) : new Error(fault.text)
}

/** Decrypts a channel's address and secret. @throws Undeliverable when this server's key does not decrypt them */
export function openChannel(
  secrets: Pick<Secrets, 'open'>,
  {
    organisationId,
    addressSealed,
    secretSealed,
  }: Pick<SealedChannel, 'addressSealed' | 'secretSealed'> & { organisationId: number },
): ChannelTarget {
  const address = secrets.open(addressSealed, channelUse('address', organisationId))
  const secret =
    secretSealed === null ? Buffer.from('') : secrets.open(secretSealed, channelUse('secret', organisationId))
  if (address === null || secret === null)
    throw new Undeliverable('the address of the channel can’t be read: save it again')
  return { address: address.toString(), secret: secret.toString() }
}

interface CarrierParts {
  sql: Sql
  secrets: Secrets
  post: Post
}

/** Creates the transports of outbox messages to organisations' channels; the recipient is the channel's id. */
export function channelTransports({ sql, secrets, post }: CarrierParts): Transport[] {
  return (Object.keys(channels) as OrganisationChannelKind[]).map((kind) => ({
    kind,
    maxPerRecipient: concurrency,
    leaseMs,
    async send({ id, recipient, subject, body }) {
      const channel = await findChannel(sql, Number(recipient))
      if (channel === null || channel.kind !== kind)
        throw new Undeliverable('the channel is no longer there, or switched off')
      const { text, facts } = JSON.parse(body) as Pick<ChannelMessage, 'text' | 'facts'>
      await sendTo(kind, { id: `drover-${id}`, title: subject, text, facts }, openChannel(secrets, channel), post)
    },
    close: () => {},
  }))
}
