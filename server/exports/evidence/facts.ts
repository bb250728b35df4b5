import type { AlertEvent } from '#contract/alerts/alertActs.ts'
import type { RuleInForce } from '#contract/alerts/alertRules.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { LedgerDraft } from '#contract/alerts/ledgerDrafts.ts'
import type { AlertDelivery, tellingStates } from '#contract/duty/alertDeliveries.ts'
import type { StoredReading } from '#contract/herd/readings.ts'
import type { Ticket } from '#contract/office/tickets.ts'
import type { Polygon } from '#contract/values/geo.ts'
import type { KeptFile } from '../../files/fileStore.ts'
import type { SealedRow } from '../pdf/seals.ts'

export interface EvidencePhoto extends KeptFile {
  id: string
}

/** All that a pack tells of an alert but its readings. Instants are ISO 8601 UTC; `herdAt` and `madeAt` are herd and machine time, epoch ms. */
export interface EvidenceFacts {
  madeAt: number
  herdAt: number
  madeBy: string
  alert: Alert
  farm: { name: string; timeZone: string; boundary: Polygon }
  pen: { name: string; polygon: Polygon } | null
  /** `pledgedTo`: the code of the project, where the caller sees it. */
  animal: { visualTag: string; deviceId: string | null; isPledged: boolean; pledgedTo: string | null } | null
  projects: { id: number; code: string }[]
  rule: RuleInForce | null
  timeline: { events: AlertEvent[]; total: number; closeText: string | null }
  told: { list: AlertDelivery[]; state: (typeof tellingStates)[number]; nextAt: string | null }
  drafts: LedgerDraft[]
  tickets: Ticket[]
  photos: EvidencePhoto[]
  sealed: SealedRow[]
}

/** A reading of a pack, with the neckband that sent it. */
export type EvidenceReading = StoredReading & { deviceId: string }

/** Which readings a pack has. Instants are epoch ms; `to` is when the last one was, where they were cut off. */
export interface ReadingSpan {
  from: number
  to: number
  rows: number
  isCut: boolean
}
