import { raiseAlerts, clearAlerts } from '../../db/alerts.ts'
import type { World } from '../../testing/testWorld.ts'
import { addDocument, addTestProject, post } from '../projects/testLedger.ts'

/** Adds a row of every sealed kind to a world, and further ledger entries. */
export async function addRecord(world: World): Promise<void> {
  const { sql, context } = world
  const at = context.clock.now()
  const project = await addTestProject(world, 'Seal')
  const pm = await world.idOf('Seal.pm')
  const [lineId] = project.lineIds
  const document = await addDocument(world, 'Seal.pm')
  const [pledgeId = 0] = project.pledgeIds
  await post(world, [
    {
      projectId: project.id,
      lineId,
      kind: 'DEATH',
      pledgeIds: [pledgeId],
      adds: false,
      reason: 'wolf',
      documentId: document,
      happenedAt: at,
    },
  ])
  await sql`insert into loan_balances (project_id, balance, as_of, note, document_id, recorded_by, recorded_at) values (${project.id}, 100, '2026-05-01', 'said', ${document}, ${pm}, ${at})`
  await sql`
    insert into loan_balances (project_id, balance, as_of, note, corrects_id, recorded_by, recorded_at)
    select project_id, 90, as_of, 'misread', id, ${pm}, ${at} from loan_balances where project_id = ${project.id}`
  await sql`insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_by, recorded_at) values (${lineId}, 100, '2026-05-01', 'Market', 0.1, ${pm}, ${at})`
  await sql`
    insert into day_closes (project_id, day, window_minutes, contracted, ledger, heard, unverified, unaccounted, eligible_value, balance, closed_by, closed_at)
    values (${project.id}, '2026-05-01', 60, 6, 5, 5, 0, 0, 1, 1, ${pm}, ${at})`
  await sql`
    insert into head_explanations (project_id, pledge_id, day, explanation, explained_by, explained_at)
    values (${project.id}, ${project.pledgeIds[1] ?? 0}, '2026-05-01', 'behind the hill', ${pm}, ${at})`
  await sql`insert into project_documents (project_id, document_id, about, added_by, added_at) values (${project.id}, ${document}, 'lease', ${pm}, ${at})`
  await addLog(world, project.id, project.farmId, pm)
  await addTicket(world, pm)
  await addPhotos(world, project.animalIds[0] ?? 0, pm)
  const [alert] = await raiseAlerts(sql, [
    {
      kind: 'NECKBAND_SILENT',
      severity: 'MAJOR',
      subjectType: 'ANIMAL',
      subjectId: project.animalIds[0] ?? 0,
      subjectName: '1',
      farmId: project.farmId,
      penId: null,
      animalId: project.animalIds[0] ?? 0,
      raisedAt: at,
      sinceAt: at,
      detail: { minutes: 60 },
    },
  ])
  await clearAlerts(sql, [{ id: alert?.id ?? 0, at: at + 1000, because: null }])
  await sql`
    update alerts set settled_at = cleared_at, acknowledged_at = ${at + 2000}, acknowledged_by = ${pm}, comment = 'seen', closed_at = ${at + 3000}, closed_by = ${pm},
      close_code = 'ANIMAL_FOUND', close_text = 'behind the barn'`
  const [proof] = await sql<{ id: string }[]>`
    insert into files (content_type, hash, size, uploaded_by, uploaded_at) values ('image/webp', ${'b'.repeat(64)}, 10, ${pm}, ${at}) returning id`
  await sql`insert into alert_photos (alert_id, place, image_id) values (${alert?.id ?? 0}, 1, ${proof?.id ?? ''})`
  await sql`insert into security_events (at, kind, user_id, user_name, address, what) values (${at}, 'SIGN_IN', ${pm}, 'Seal.pm', '192.0.2.1', 'account'), (${at}, 'EXPORT', ${pm}, 'Seal.pm', '192.0.2.1', 'list')`
}

async function addLog({ sql, context }: World, projectId: number, farmId: number, author: number): Promise<void> {
  const at = context.clock.now()
  const [pen] = await sql<
    { id: number }[]
  >`insert into pens (farm_id, name, polygon, created_at, updated_at) values (${farmId}, 'East', '{}', ${at}, ${at}) returning id`
  const [photo] = await sql<{ id: string }[]>`
    insert into files (content_type, hash, size, uploaded_by, uploaded_at) values ('image/webp', ${'a'.repeat(64)}, 10, ${author}, ${at}) returning id`
  const [log] = await sql<{ id: number }[]>`
    insert into daily_logs (project_id, farm_id, day, author_id, monitor_status, hand_count, note, client_key, written_at, received_at, is_late)
    values (${projectId}, ${farmId}, '2026-05-01', ${author}, 'NORMAL', 6, 'all there', gen_random_uuid(), ${at}, ${at}, false) returning id`
  await sql`insert into daily_log_counts (log_id, pen_id, heads) values (${log?.id ?? 0}, ${pen?.id ?? 0}, 6)`
  await sql`insert into daily_log_photos (log_id, place, image_id, longitude, latitude, accuracy_m, taken_at) values (${log?.id ?? 0}, 1, ${photo?.id ?? ''}, 116, 44, 5, ${at})`
}

/** Adds photos of an animal and of its neckband being put on and taken off. */
async function addPhotos({ sql, context }: World, animalId: number, by: number): Promise<void> {
  const at = context.clock.now()
  const [photo, put, off] = await sql<{ id: string }[]>`
    insert into files (content_type, hash, size, uploaded_by, uploaded_at) select 'image/webp', repeat(digit, 64), 10, ${by}, ${at}::timestamptz from unnest(array['d', 'e', 'f']) digit returning id`
  await sql`insert into animal_photos (animal_id, angle, image_id, taken_at, taken_by) values (${animalId}, 'LEFT', ${photo?.id ?? ''}, ${at}, ${by})`
  const [band] = await sql<
    { id: number }[]
  >`insert into neckbands (device_id, created_at, updated_at) values ('AC233F00FFFF', ${at}, ${at}) returning id`
  await sql`
    insert into pairings (neckband_id, animal_id, from_at, user_id, reason, photo_id) values (${band?.id ?? 0}, ${animalId}, ${at - 1000}, ${by}, 'new', ${put?.id ?? ''})`
  await sql`update pairings set to_at = ${at}, ended_by = ${by}, end_reason = 'broken', end_photo_id = ${off?.id ?? ''} where photo_id = ${put?.id ?? ''}`
}

/** Adds an approved, a withdrawn and a pending ticket; the last has a comment and a document that no other record refers to. */
async function addTicket(world: World, raisedBy: number): Promise<void> {
  const { sql, context } = world
  const at = context.clock.now()
  await world.user('Seal.approver', 'ADMIN_SUPERVISOR', await world.organisation('SUPERVISOR', 'Seal approvers'))
  const decider = await world.idOf('Seal.approver')
  const tickets = await sql<{ id: number }[]>`
    insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_at)
    select 'RULE_CHANGE', 'FARM', 1, 'Farm', '{"level": 1}', ${raisedBy}, ${at}::timestamptz from generate_series(1, 2) returning id`
  const [document] = await sql<{ id: string }[]>`
    insert into files (content_type, hash, size, uploaded_by, uploaded_at) values ('application/pdf', ${'c'.repeat(64)}, 10, ${raisedBy}, ${at}) returning id`
  const [waiting] = await sql<{ id: number }[]>`
    insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_at)
    values ('ANIMAL_RELEASE', 'PROJECT', 1, 'Loan', ${JSON.stringify({ documentId: document?.id.toUpperCase() })}::text::jsonb, ${raisedBy}, ${at}) returning id`
  await sql`insert into ticket_comments (ticket_id, author_id, comment, at) values (${waiting?.id ?? 0}, ${raisedBy}, 'paid back', ${at})`
  for (const { id } of tickets)
    await sql`insert into ticket_steps (ticket_id, place, approver_role) values (${id}, 1, 'ADMIN_SUPERVISOR')`
  await sql`update ticket_steps set decision = 'APPROVED', decided_by = ${decider}, decided_at = ${at}, comment = 'fine' where ticket_id = ${tickets[0]?.id ?? 0}`
  await sql`
    insert into ticket_step_effects (step_id, effects, kept_at)
    select id, '[{"projectId": 1, "projectCode": "P-1", "figures": [{"measure": "ledger", "before": "5", "after": "4"}]}]', ${at}::timestamptz from ticket_steps where ticket_id = ${tickets[0]?.id ?? 0}`
  await sql`insert into ticket_withdrawals (ticket_id, withdrawn_by, comment, at) values (${tickets[1]?.id ?? 0}, ${raisedBy}, 'not needed', ${at})`
  await sql`update tickets set state = 'WITHDRAWN', decided_at = ${at} where id = ${tickets[1]?.id ?? 0}`
  await sql`update tickets set state = 'APPROVED', decided_at = ${at} where id = ${tickets[0]?.id ?? 0}`
}

/** Adds a permit, a ledger draft and a policy with a claim, whose rows may change. */
export async function addTestPolicy({ sql, context }: World): Promise<void> {
  const at = context.clock.now()
  const [head] = await sql<
    { animalId: number; projectId: number; farmId: number; userId: number; alertId: number; ticketId: number }[]
  >`
    select p.animal_id as "animalId", p.project_id as "projectId", a.farm_id as "farmId", (select min(id) from users) as "userId",
      (select min(id) from alerts) as "alertId", (select min(id) from tickets) as "ticketId"
    from pledges p join animals a on a.id = p.animal_id where p.is_counted limit 1`
  if (head === undefined) throw new Error('the record has no head')
  const { animalId, projectId, farmId, userId, alertId, ticketId } = head
  await sql`
    insert into ledger_drafts (project_id, animal_id, alert_id, kind, happened_on, reason, drafted_by, drafted_at)
    values (${projectId}, ${animalId}, ${alertId}, 'THEFT', '2026-05-01', 'cut fence', ${userId}, ${at})`
  await sql`
    with permit as (
      insert into movement_permits (ticket_id, farm_id, starts_at, ends_at, purpose)
      values (${ticketId}, ${farmId}, ${at}, ${at + 1000}, 'market') returning id
    ) insert into movement_permit_animals (permit_id, animal_id) select id, ${animalId}::bigint from permit`
  const [policy] = await sql<{ id: number }[]>`
    insert into insurance_policies (farm_id, insurer, number, starts_on, ends_on, sum_per_head, created_at, updated_at)
    values (${farmId}, 'Insurer', '1', '2026-01-01', '2026-12-31', 100, ${at}, ${at}) returning id`
  await sql`insert into policy_animals (policy_id, animal_id) values (${policy?.id ?? 0}, ${animalId})`
  const [claim] = await sql<{ id: number }[]>`
    insert into insurance_claims (policy_id, happened_on, cause, amount, status, created_at, updated_at)
    values (${policy?.id ?? 0}, '2026-05-01', 'wolf', 10, 'OPEN', ${at}, ${at}) returning id`
  await sql`insert into claim_animals (claim_id, policy_id, animal_id) values (${claim?.id ?? 0}, ${policy?.id ?? 0}, ${animalId})`
  await sql`
    insert into animal_weights (animal_id, weighed_on, kg, method, source, created_at, updated_at)
    values (${animalId}, '2026-05-01', 300, 'SCALE', 'scale', ${at}, ${at})`
  await sql`
    insert into gateways (mac, farm_id, longitude, latitude, created_at, updated_at) values ('AC233F00F00D', ${farmId}, 116, 44, ${at}, ${at})`
}
