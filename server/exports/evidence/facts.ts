import type { AlertEvent } from '#contract/alerts/alertActs.ts'
import type { RuleInForce } from '#contract/alerts/alertRules.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { LedgerDraft } from '#contract/alerts/ledgerDrafts.ts'
import type { AlertDelivery, tellingStates } from '#contract/duty/alertDeliveries.ts'
import type { StoredReading } from '#contract/herd/readings.ts'
import type { Ticket } from '#contract/office/tickets.ts'
import type { Polygon } from '#contract/values/geo.ts'
import type { KeptFile } from '../../files/fileStore.ts'

/** The state of a row of the pack in the sealed record. SEALED: a link of the chain. WAITING: it is sealed by the next run. OPEN: it may still change, and is not sealed before it no longer does. */
export interface SealedRow {
  source: string
  key: string
  state: 'SEALED' | 'WAITING' | 'OPEN'
  place: number | null
  sealedAt: string | null
  /** Hex: SHA-256 of the row, and of its link in the chain. */
  rowHash: string | null
  hash: string | null
  /** The day (UTC) whose root stands for the link, and the root; null until that day is over. */
  day: string | null
  root: string | null
}

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
