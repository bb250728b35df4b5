import type { ErasureReason } from '#contract/projects/seals.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { begunAt } from './statedRows.ts'

interface SealedRows {
  table: string
  /** Columns that identify a row; their values joined by colons are its key. */
  key: readonly string[]
  /** The key's type when it is not bigint. */
  keyType?: 'uuid'
  /** The hashed columns of a row apart from its key, in this order. */
  columns: readonly string[]
  /** The column with the time of recording, which cannot be long before the row was written. */
  recordedAt?: string
  /** Why its rows may be erased; by default they may not. */
  erasable?: readonly ErasureReason[]
  /** SQL condition on `r` for rows that must be sealed; by default all rows, as soon as they exist. */
  due?: string
}

/**
 * Sealed rows by their source name in the chain. Column lists must never change, because stored hashes cover them. New columns get
 * a source of their own.
 */
export const sealedRows: Record<string, SealedRows> = {
  ledger_entries: {
    recordedAt: 'recorded_at',
    table: 'ledger_entries',
    key: ['id'],
    columns: [
      'project_id',
      'line_id',
      'kind',
      'heads',
      'reason',
      'document_id',
      'ticket_id',
      'corrects_id',
      'recorded_by',
      'happened_at',
      'recorded_at',
    ],
  },
  ledger_heads: { table: 'ledger_heads', key: ['entry_id', 'pledge_id'], columns: [] },
  collateral_prices: {
    recordedAt: 'recorded_at',
    table: 'collateral_prices',
    key: ['id'],
    columns: [
      'line_id',
      'unit_price',
      'priced_on',
      'price_source',
      'haircut',
      'ticket_id',
      'recorded_by',
      'recorded_at',
    ],
  },
  loan_balances: {
    recordedAt: 'recorded_at',
    table: 'loan_balances',
    key: ['id'],
    columns: ['project_id', 'balance', 'as_of', 'note', 'document_id', 'recorded_by', 'recorded_at'],
  },
  balance_corrections: {
    table: 'loan_balances',
    key: ['id'],
    columns: ['corrects_id'],
    due: 'r.corrects_id is not null',
  },
  day_closes: {
    recordedAt: 'closed_at',
    table: 'day_closes',
    key: ['id'],
    columns: [
      'project_id',
      'day',
      'window_minutes',
      'contracted',
      'ledger',
      'heard',
      'unverified',
      'unaccounted',
      'hand_count',
      'eligible_value',
      'balance',
      'ratio',
      'note',
      'closed_by',
      'closed_at',
    ],
  },
  head_explanations: {
    recordedAt: 'explained_at',
    table: 'head_explanations',
    key: ['id'],
    columns: ['project_id', 'pledge_id', 'day', 'explanation', 'explained_by', 'explained_at'],
  },
  daily_logs: {
    recordedAt: 'received_at',
    table: 'daily_logs',
    key: ['id'],
    columns: [
      'project_id',
      'farm_id',
      'day',
      'author_id',
      'monitor_status',
      'hand_count',
      'note',
      'client_key',
      'written_at',
      'received_at',
      'is_late',
      'corrects_id',
    ],
  },
  daily_log_counts: { table: 'daily_log_counts', key: ['log_id', 'pen_id'], columns: ['heads'] },
  daily_log_photos: {
    erasable: ['PRIVACY'],
    table: 'daily_log_photos',
    key: ['log_id', 'place'],
    columns: ['image_id', 'longitude', 'latitude', 'accuracy_m', 'taken_at'],
  },
  /** Files used by a ledger entry, balance, ticket, project, daily log, closed alert, animal, pairing, policy or claim. */
  files: {
    erasable: ['PRIVACY', 'UNNAMED'],
    table: 'files',
    key: ['id'],
    keyType: 'uuid',
    columns: ['hash', 'size', 'content_type', 'width', 'height', 'name', 'uploaded_by', 'uploaded_at'],
    due: `(exists (select from ledger_entries where document_id = r.id) or exists (select from loan_balances where document_id = r.id)
      or exists (select from tickets t where (t.payload ->> 'documentId')::uuid = r.id and t.payload ->> 'documentId' is not null)
      or exists (select from project_documents where document_id = r.id)
      or exists (select from daily_log_photos where image_id = r.id) or exists (select from alert_photos where image_id = r.id)
      or exists (select from animal_photos where image_id = r.id) or exists (select from animal_documents where document_id = r.id)
      or exists (select from pairings where photo_id = r.id) or exists (select from pairings where end_photo_id = r.id)
      or exists (select from insurance_policies where document_id = r.id) or exists (select from insurance_claims where document_id = r.id))`,
  },
  tickets: {
    table: 'tickets',
    key: ['id'],
    columns: [
      'kind',
      'state',
      'subject_type',
      'subject_id',
      'subject_name',
      'payload',
      'raised_by',
      'raised_org_id',
      'raised_at',
      'decided_at',
      'due_at',
    ],
    due: 'r.decided_at is not null',
  },
  ticket_herd_times: {
    table: 'tickets',
    key: ['id'],
    columns: ['raised_in_herd', 'decided_in_herd'],
    due: 'r.decided_at is not null',
  },
  ticket_steps: {
    recordedAt: 'decided_at',
    table: 'ticket_steps',
    key: ['id'],
    columns: [
      'ticket_id',
      'place',
      'approver_role',
      'approver_org_id',
      'decision',
      'decided_by',
      'decided_at',
      'comment',
      'decided_for',
    ],
    due: 'r.decided_at is not null',
  },
  ticket_withdrawals: {
    recordedAt: 'at',
    table: 'ticket_withdrawals',
    key: ['ticket_id'],
    columns: ['withdrawn_by', 'overtaken_by', 'comment', 'at'],
  },
  ticket_step_effects: {
    recordedAt: 'kept_at',
    table: 'ticket_step_effects',
    key: ['step_id'],
    columns: ['effects', 'kept_at'],
  },
  ticket_comments: {
    recordedAt: 'at',
    table: 'ticket_comments',
    key: ['id'],
    columns: ['ticket_id', 'author_id', 'comment', 'at'],
  },
  project_documents: {
    recordedAt: 'added_at',
    table: 'project_documents',
    key: ['id'],
    columns: ['project_id', 'document_id', 'about', 'added_by', 'added_at'],
  },
  alerts: {
    table: 'alerts',
    key: ['id'],
    columns: [
      'kind',
      'severity',
      'subject_type',
      'subject_id',
      'subject_name',
      'farm_id',
      'pen_id',
      'animal_id',
      'raised_at',
      'since_at',
      'cleared_at',
      'detail',
    ],
    // A recently cleared alert may be raised again by the same condition, so it is sealed once settled.
    due: 'r.settled_at is not null',
  },
  alert_settlings: {
    table: 'alerts',
    key: ['id'],
    columns: ['flaps', 'is_late', 'settled_at'],
    due: 'r.settled_at is not null',
  },
  alert_closures: {
    table: 'alerts',
    key: ['id'],
    columns: ['closed_at', 'closed_by', 'close_code', 'close_text'],
    due: 'r.closed_at is not null',
  },
  alert_photos: { erasable: ['PRIVACY'], table: 'alert_photos', key: ['alert_id', 'place'], columns: ['image_id'] },
  alert_acknowledgements: {
    table: 'alerts',
    key: ['id'],
    columns: ['acknowledged_at', 'acknowledged_by', 'comment'],
    due: 'r.acknowledged_at is not null',
  },
  animal_photos: {
    erasable: ['PRIVACY', 'RETENTION'],
    table: 'animal_photos',
    key: ['id'],
    columns: ['animal_id', 'angle', 'image_id', 'taken_at', 'taken_by'],
  },
  pairing_photos: {
    table: 'pairings',
    key: ['id'],
    columns: ['neckband_id', 'animal_id', 'from_at', 'user_id', 'reason', 'photo_id'],
    due: 'r.photo_id is not null',
  },
  pairing_end_photos: {
    table: 'pairings',
    key: ['id'],
    columns: ['to_at', 'ended_by', 'end_reason', 'end_photo_id'],
    due: 'r.end_photo_id is not null',
  },
  security_events: {
    erasable: ['PRIVACY', 'RETENTION'],
    recordedAt: 'at',
    table: 'security_events',
    key: ['id'],
    columns: ['at', 'kind', 'user_id', 'user_name', 'address', 'network', 'agent', 'what', 'skipped'],
  },
  audit_entries: {
    table: 'audit_entries',
    key: ['id'],
    recordedAt: 'at',
    columns: ['at', 'user_id', 'action', 'noun', 'noun_id', 'detail', 'address', 'before', 'after', 'herd_at'],
  },
  alert_events: {
    table: 'alert_events',
    key: ['id'],
    columns: ['alert_id', 'kind', 'at', 'user_id', 'note', 'detail'],
  },
  /** Versions of rows that may change (`statedRows.ts`). */
  record_states: {
    table: 'record_states',
    key: ['id'],
    columns: ['source', 'row_key', 'state', 'noted_at', 'noted_by'],
  },
  seal_erasures: { table: 'seal_erasures', key: ['id'], columns: ['source', 'row_key', 'reason', 'erased_at'] },
}

/** Builds the hash expression of a row: a JSON array of its values. Instants are in UTC, as on every connection of the server. */
function hashOf(source: string, { key, columns }: SealedRows): string {
  const values = [...key, ...columns].map((column) => `r.${column}`)
  return `sha256(convert_to(jsonb_build_array('${source}', ${values.join(', ')})::text, 'UTF8'))`
}

function hasKey({ key, keyType }: SealedRows, text: string): string {
  return key
    .map(
      (column, place) =>
        `r.${column} = ${key.length === 1 ? text : `split_part(${text}, ':', ${place + 1})`}::${keyType ?? 'bigint'}`,
    )
    .join(' and ')
}

const keyOf = ({ key }: SealedRows) =>
  key.length === 1 ? `r.${key[0]}::text` : key.map((column) => `r.${column}`).join(` || ':' || `)

/** Selects the SHA-256 of the present row named by `e.source` and `e.row_key`; null when it does not exist. */
export function hashNow(sql: Queries): Fragment {
  const cases = Object.entries(sealedRows).map(
    ([source, rows]) =>
      `when '${source}' then (select ${hashOf(source, rows)} from ${rows.table} r where ${hasKey(rows, 'e.row_key')})`,
  )
  return sql`(case e.source ${sql.unsafe(cases.join('\n'))} end)`
}

/** Selects when the present row named by `e.source` and `e.row_key` was recorded; null when that is not known. */
export function recordedAtNow(sql: Queries): Fragment {
  const cases = Object.entries(sealedRows).flatMap(([source, rows]) => {
    const recordedAt = source === 'record_states' ? begunAt : rows.recordedAt && `r.${rows.recordedAt}`
    return recordedAt === undefined
      ? []
      : `when '${source}' then (select ${recordedAt} from ${rows.table} r where ${hasKey(rows, 'e.row_key')})`
  })
  return sql`(case e.source ${sql.unsafe(cases.join('\n'))} end)`
}

/** Selects whether the missing row named by `e.source` and `e.row_key` must still exist, because another row names it. */
export function isStillDue(sql: Queries): Fragment {
  const { due = 'true' } = sealedRows['files'] ?? {}
  return sql`(e.source = 'files' and exists (
    select from (select case when e.source = 'files' then e.row_key::uuid end as id) r where ${sql.unsafe(due)}))`
}

/** Whether a row of a source may be erased for a reason. */
export function isErasable(source: string, reason: string): boolean {
  return sealedRows[source]?.erasable?.some((one) => one === reason) ?? false
}

/** Selects rows that must be sealed but are neither sealed nor queued, as `source` and `row_key`. */
export function unsealedRows(sql: Queries): Fragment {
  const ofEach = Object.entries(sealedRows).map(([source, rows]) => {
    const isNoted = (table: string) =>
      `exists (select from ${table} n where n.source = '${source}' and n.row_key = ${keyOf(rows)})`
    return `select '${source}' as source, ${keyOf(rows)} as row_key from ${rows.table} r
      where ${rows.due ?? 'true'} and not ${isNoted('seal_entries')} and not ${isNoted('seal_queue')}`
  })
  return sql`(${sql.unsafe(ofEach.join(' union all '))})`
}
