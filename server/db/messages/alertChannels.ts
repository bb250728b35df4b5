import type { OrganisationChannelKind } from '#contract/duty/alertChannels.ts'
import type { Queries } from '../connect.ts'

/** Where messages of a channel go, as it is kept: encrypted for the use that `channelUse` names. */
export interface SealedChannel {
  id: number
  kind: OrganisationChannelKind
  addressSealed: Buffer
  secretSealed: Buffer | null
}

/** The purpose for which the address or the secret of a channel is encrypted. */
export const channelUse = (part: 'address' | 'secret', organisationId: number) => `alert channel ${part} of ${organisationId}`

/** A channel that is there and switched on; null: there is none. */
export async function findChannel(sql: Queries, id: number): Promise<(SealedChannel & { organisationId: number }) | null> {
  const [row] = await sql<(SealedChannel & { organisationId: number })[]>`
    select id, organisation_id as "organisationId", kind, address_sealed as "addressSealed", secret_sealed as "secretSealed" from alert_channels
    where id = ${id} and deleted_at is null and is_enabled`
  return row ?? null
}
