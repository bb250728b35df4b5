import type { OrganisationChannelKind } from '#contract/duty/alertChannels.ts'
import type { Queries } from '../connect.ts'

/** A stored alert channel, encrypted for the purpose that `channelUse` names. */
export interface SealedChannel {
  id: number
  kind: OrganisationChannelKind
  addressSealed: Buffer
  secretSealed: Buffer | null
}

/** Returns the encryption purpose of a channel's address or secret. */
export const channelUse = (part: 'address' | 'secret', organisationId: number) =>
  `alert channel ${part} of ${organisationId}`

/** Finds an existing, enabled channel; null when it was deleted or disabled. */
export async function findChannel(
  sql: Queries,
  id: number,
): Promise<(SealedChannel & { organisationId: number }) | null> {
  const [row] = await sql<(SealedChannel & { organisationId: number })[]>`
    select id, organisation_id as "organisationId", kind, address_sealed as "addressSealed", secret_sealed as "secretSealed" from alert_channels
    where id = ${id} and deleted_at is null and is_enabled`
  return row ?? null
}
