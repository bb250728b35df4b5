import type { AlertEvent } from '#contract/alerts/alertActs.ts'
import type { RuleInForce } from '#contract/alerts/alertRules.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { LedgerDraft } from '#contract/alerts/ledgerDrafts.ts'
import type { AlertDelivery, notificationStates } from '#contract/duty/alertDeliveries.ts'
import type { StoredReading } from '#contract/herd/readings.ts'
import type { Ticket } from '#contract/office/tickets.ts'
import type { Polygon } from '#contract/values/geo.ts'
import type { StoredFile } from '../../files/fileStore.ts'
import type { SealedRow } from '../pdf/seals.ts'

export interface EvidencePhoto extends StoredFile {
  id: string
}

/** All data of an evidence pack except the readings. Instants are ISO 8601 UTC; `herdAt` (herd time) and `madeAt` (machine time) are epoch ms. */
export interface EvidenceFacts {
  madeAt: number
  herdAt: number
  madeBy: string
  alert: Alert
  farm: { name: string; timeZone: string; boundary: Polygon }
  pen: { name: string; polygon: Polygon } | null
  /** `pledgedTo`: code of the project, if the caller may see it. */
  animal: { visualTag: string; deviceId: string | null; isPledged: boolean; pledgedTo: string | null } | null
  projects: { id: number; code: string }[]
  rule: RuleInForce | null
  timeline: { events: AlertEvent[]; total: number; closeText: string | null }
  deliveries: { list: AlertDelivery[]; state: (typeof notificationStates)[number]; nextAt: string | null }
  drafts: LedgerDraft[]
  tickets: Ticket[]
  photos: EvidencePhoto[]
  sealed: SealedRow[]
}

/** A reading in a pack, with the device id of its neckband. */
export type EvidenceReading = StoredReading & { deviceId: string }

/** The span of readings in a pack. Instants are epoch ms; when cut off, `to` is the time of the last reading. */
export interface ReadingSpan {
  from: number
  to: number
  rows: number
  isCut: boolean
}
