/** A table whose rows may change. Triggers note each version in `record_states`, which is sealed. */
export interface StatedRows {
  /** Columns that identify a row; their values joined by colons are its key. */
  key: readonly string[]
  /** The noted columns apart from the key. */
  columns: readonly string[]
  /** Those of them that are noted by their SHA-256. */
  hashed?: readonly string[]
  /** Those of them that never change. */
  fixed?: readonly string[]
  /** Those of them that are set once. */
  once?: readonly string[]
  /** The column with the herd time at which the row began. */
  begunAt?: string
}

/**
 * Tables whose present rows are compared with their newest sealed version, by name. They must equal those in migration 127; a new
 * column needs a source of its own.
 */
export const statedRows: Readonly<Record<string, StatedRows>> = {
  pledges: {
    key: ['id'],
    columns: [
      'animal_id',
      'project_id',
      'line_id',
      'claimed_at',
      'pledged_at',
      'ended_at',
      'end_reason',
      'is_counted',
      'ticket_id',
    ],
    fixed: ['animal_id', 'project_id', 'line_id', 'claimed_at'],
    once: ['pledged_at', 'ended_at', 'end_reason'],
    begunAt: 'claimed_at',
  },
  collateral_lines: {
    key: ['id'],
    columns: [
      'project_id',
      'category_id',
      'unit_id',
      'quantity',
      'unit_price',
      'priced_on',
      'price_source',
      'haircut',
      'status',
      'ledger_heads',
      'deleted_at',
    ],
    fixed: ['project_id'],
  },
  projects: {
    key: ['id'],
    columns: [
      'code',
      'name',
      'bank_org_id',
      'borrower_org_id',
      'supervisor_org_id',
      'contract_headcount',
      'loan_amount',
      'status',
      'starts_on',
      'ends_on',
      'warning_line',
      'minimum_line',
      'window_minutes',
      'created_at',
      'deleted_at',
    ],
    fixed: ['created_at'],
  },
  project_farms: { key: ['project_id', 'farm_id'], columns: [] },
  stays: {
    key: ['id'],
    columns: ['animal_id', 'farm_id', 'pen_id', 'from_at', 'to_at'],
    fixed: ['animal_id', 'farm_id', 'pen_id', 'from_at'],
    once: ['to_at'],
    begunAt: 'from_at',
  },
  animals: {
    key: ['id'],
    columns: [
      'visual_tag',
      'electronic_scheme',
      'electronic_tag',
      'farm_id',
      'pen_id',
      'category_id',
      'origin_id',
      'colour_id',
      'breed',
      'sex',
      'birth_date',
      'status',
      'in_herd_from',
      'in_herd_to',
      'left_on',
      'left_reason',
      'document_id',
      'deleted_at',
    ],
  },
  animal_tags: {
    key: ['id'],
    columns: ['animal_id', 'kind', 'scheme', 'value', 'from_at', 'to_at'],
    fixed: ['animal_id', 'kind', 'scheme', 'value', 'from_at'],
    once: ['to_at'],
    begunAt: 'from_at',
  },
  neckbands: { key: ['id'], columns: ['device_id', 'owner_org_id', 'deleted_at'] },
  pairings: {
    key: ['id'],
    columns: ['neckband_id', 'animal_id', 'from_at', 'to_at', 'user_id', 'reason', 'ended_by', 'end_reason'],
    fixed: ['neckband_id', 'animal_id', 'from_at', 'user_id', 'reason'],
    once: ['to_at', 'ended_by', 'end_reason'],
    begunAt: 'from_at',
  },
  farms: {
    key: ['id'],
    columns: [
      'name',
      'address',
      'county_code',
      'borrower_org_id',
      'supervisor_org_id',
      'time_zone',
      'boundary',
      'window_minutes',
      'deleted_at',
    ],
    hashed: ['boundary'],
  },
  pens: {
    key: ['id'],
    columns: ['farm_id', 'name', 'polygon', 'zone_name', 'capacity', 'deleted_at'],
    hashed: ['polygon'],
  },
  gateways: { key: ['id'], columns: ['mac', 'farm_id', 'pen_id', 'longitude', 'latitude', 'deleted_at'] },
  tickets: {
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
    ],
    hashed: ['subject_name', 'payload'],
    fixed: ['kind', 'subject_type', 'subject_id', 'payload', 'raised_by', 'raised_at'],
    once: ['decided_at'],
    begunAt: 'raised_at',
  },
  ticket_steps: {
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
    hashed: ['comment'],
    fixed: ['ticket_id', 'place', 'approver_role', 'approver_org_id'],
    once: ['decision', 'decided_by', 'decided_at', 'comment', 'decided_for'],
  },
  movement_permits: {
    key: ['id'],
    columns: ['ticket_id', 'farm_id', 'starts_at', 'ends_at', 'purpose', 'certificate_no'],
    fixed: ['ticket_id', 'farm_id', 'starts_at', 'ends_at', 'purpose', 'certificate_no'],
  },
  movement_permit_animals: { key: ['permit_id', 'animal_id'], columns: [] },
  ledger_drafts: {
    key: ['id'],
    columns: [
      'project_id',
      'animal_id',
      'alert_id',
      'kind',
      'happened_on',
      'reason',
      'drafted_by',
      'drafted_at',
      'decided_at',
      'decided_by',
      'is_completed',
      'discarded_because',
    ],
    fixed: ['project_id', 'animal_id', 'alert_id', 'kind', 'happened_on', 'reason', 'drafted_by', 'drafted_at'],
    once: ['decided_at', 'decided_by', 'is_completed', 'discarded_because'],
    begunAt: 'drafted_at',
  },
  alerts: {
    key: ['id'],
    columns: [
      'kind',
      'severity',
      'subject_type',
      'subject_id',
      'farm_id',
      'pen_id',
      'animal_id',
      'raised_at',
      'since_at',
      'cleared_at',
      'acknowledged_at',
      'closed_at',
      'close_code',
      'settled_at',
      'reopened_at',
      'reopened_since',
    ],
    fixed: ['kind', 'subject_type', 'subject_id', 'raised_at'],
    once: ['settled_at'],
  },
  alert_occurrences: {
    key: ['id'],
    columns: ['alert_id', 'since_at', 'raised_at', 'cleared_at'],
    fixed: ['alert_id', 'since_at', 'raised_at'],
  },
  insurance_policies: {
    key: ['id'],
    columns: ['farm_id', 'insurer', 'number', 'starts_on', 'ends_on', 'sum_per_head', 'document_id', 'deleted_at'],
  },
  policy_animals: { key: ['policy_id', 'animal_id'], columns: [] },
  insurance_claims: {
    key: ['id'],
    columns: [
      'policy_id',
      'happened_on',
      'cause',
      'amount',
      'document_id',
      'status',
      'decided_on',
      'paid_amount',
      'deleted_at',
    ],
    fixed: ['policy_id'],
  },
  animal_weights: { key: ['id'], columns: ['animal_id', 'weighed_on', 'kg', 'method', 'source', 'deleted_at'] },
  claim_animals: { key: ['claim_id', 'animal_id'], columns: [] },
}
/** Selects the herd time at which the row of version `r` began, if it is the first one. */
export const begunAt = `case when not exists (
  select from record_states f where f.source = r.source and f.row_key = r.row_key and f.id < r.id) then (case r.source ${Object.entries(
    statedRows,
  )
    .flatMap(([table, { begunAt: column }]) =>
      column === undefined ? [] : `when '${table}' then r.state ->> '${column}'`,
    )
    .join(' ')} end)::timestamptz end`
