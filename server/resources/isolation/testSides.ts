import { Readable } from 'node:stream'
import { type WallScreen, wallScreens } from '#contract/people/wallScreens.ts'
import { reportIdOf } from '#contract/projects/days/dailyReports.ts'
import type { Role } from '#contract/people/roles.ts'
import { machineNow } from '../../clock.ts'
import { raiseAlerts } from '../../db/alerts.ts'
import { withUpload } from '../../files/uploads.ts'
import { type World, worldPasswordHash } from '../../testing/testWorld.ts'
import { addRejected, nounTests } from '../testNouns.ts'
import { findLogin } from '../../db/auth/logins.ts'
import { type FileType, insertFile } from '../files/files.ts'
import { insertNotices } from '../office/notices.ts'
import { insertProject } from '../herd/projects.ts'
import { addLine, pledge, post } from '../projects/testLedger.ts'
import { insertClose } from '../projects/headcount/dayCloses.ts'
import { insertDailyLog } from '../projects/logs/insertLog.ts'
import { insertUser } from '../people/users.ts'
import { raiseRegistration } from '../office/tickets/tickets.ts'
import { addCounted } from './testCountedSide.ts'
import { addDuty } from './testDutySide.ts'
import { addPage } from './testPageSide.ts'

/** The name of a described noun in the endpoint table, or a name for other records. */
export type Kind = string
/** Kinds for records of a described noun in the recycle bin. */
export const toRestore = (noun: string): Kind => `${noun} to restore`
export const toPurge = (noun: string): Kind => `${noun} to purge`

export interface Tenant {
  mark: string
  callers: { role: Role; token: string }[]
  /** Walls paired by the administrator of its bank. */
  walls: { shows: WallScreen; token: string }[]
  /** The tenant's records by kind; the first one may be changed by the tenant's own users. */
  own: Partial<Record<Kind, (number | string)[]>>
}

interface Supervisor {
  id: number
  /** Tokens of its users, by role. */
  tokens: Partial<Record<Role, string>>
}

/** Adds a supervisor that serves both tenants. */
export async function addSupervisor(world: World): Promise<Supervisor> {
  const id = await world.organisation('SUPERVISOR', 'Both')
  return {
    id,
    tokens: {
      ADMIN_SUPERVISOR: await world.user('both.chief', 'ADMIN_SUPERVISOR', id),
      SUPERVISOR_PM: await world.user('both.pm', 'SUPERVISOR_PM', id),
    },
  }
}

/** A closed day: the present day of the test's clock. */
const closedDay = '2026-05-01'

/**
 * Adds all kinds of records of a bank, its borrower and its supervisor, all named with a mark.
 * @param shared a supervisor that also serves the other tenant and then belongs to neither
 */
export async function addTenant(world: World, mark: string, shared?: Supervisor): Promise<Tenant> {
  const { sql } = world
  const at = machineNow()
  const bank = await world.organisation('BANK', `${mark} bank`)
  const borrower = await world.organisation('BORROWER', `${mark} borrower`)
  const supervisor = shared?.id ?? (await world.organisation('SUPERVISOR', `${mark} supervisor`))
  const people: [Role, number | null][] = [
    ['ADMIN_BANK', bank],
    ['BANK_USER', bank],
    ['ADMIN_BORROWER', borrower],
    ['BORROWER_USER', borrower],
    ['BANK_USER_NO_ORG', null],
    ['OTHERS', null],
  ]
  if (!shared)
    people.push(['SUPERVISOR_PM', supervisor], ['ADMIN_SUPERVISOR', supervisor], ['SUPERVISOR_USER', supervisor])
  const clerk = await insertUser(sql, {
    userName: `${mark}.clerk`,
    passwordHash: await worldPasswordHash(),
    role: 'BANK_USER',
    organisationId: bank,
    displayName: `${mark} clerk`,
    telephone: `+86138${mark.length}0000000`,
    email: `${mark}.clerk@example.com`,
    createdAt: at,
  })
  const deputy = await insertUser(sql, {
    userName: `${mark}.deputy`,
    passwordHash: await worldPasswordHash(),
    role: 'ADMIN_BANK',
    organisationId: bank,
    displayName: `${mark} deputy`,
    createdAt: at,
  })
  const callers: Tenant['callers'] = []
  for (const [role, organisationId] of people)
    callers.push({ role, token: await world.user(`${mark}.${role}`, role, organisationId) })
  const tokenOf = (wantedRole: Role) =>
    shared?.tokens[wantedRole] ?? callers.find(({ role }) => role === wantedRole)?.token ?? ''
  const users = await sql<{ id: number; name: string }[]>`
    select id, user_name as name from users where starts_with(user_name, ${mark}) and id <> ${clerk}`
  const userId = (role: Role) => users.find(({ name }) => name === `${mark}.${role}`)?.id ?? 0

  const pm = tokenOf('SUPERVISOR_PM')
  const add = async (token: string, method: 'PUT' | 'POST', path: string, body: object): Promise<number> => {
    const { status, data, error } = await world.call<{ id: number }>(token, method, path, body)
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(error)}`)
    return data.id
  }
  const call = (method: 'PUT' | 'DELETE', path: string, body?: object, by = pm) =>
    world.call<{ id: number }>(by, method, `/collateral/web/${path}`, body)
  const records: Record<string, number[]> = {}
  for (const [
    name,
    {
      records: { noun },
      sample,
      of = {},
      role = 'SUPERVISOR_PM',
    },
  ] of Object.entries(nounTests)) {
    if (role === 'ADMIN_PLATFORM') continue
    const named = Object.fromEntries(Object.entries(of).map(([field, other]) => [field, records[other]?.[0]]))
    const another = () => add(tokenOf(role), 'PUT', `/collateral/web/${noun}/addOrEdit`, { ...sample(mark), ...named })
    records[name] = [await another()]
    for (const kind of [toRestore(name), toPurge(name)]) {
      records[kind] = [await another()]
      await call('DELETE', `${noun}/del/${records[kind]?.[0]}`, undefined, tokenOf(role))
    }
  }
  const idOf = (noun: string) => required(records[noun]?.[0])
  const [farm, pen, animal, policy] = [idOf('farms'), idOf('pens'), idOf('animals'), idOf('insurancePolicies')]
  await call('PUT', 'insured/add', { policyId: policy, ids: [animal] })
  const claim = await add(pm, 'PUT', '/collateral/web/claim/addOrEdit', {
    policyId: policy,
    animalIds: [animal],
    happenedOn: '2026-04-01',
    cause: `${mark} snow`,
    amount: '1',
  })
  const project = await insertProject(sql, {
    code: `${mark}-1`,
    name: `${mark} project`,
    bankOrgId: bank,
    borrowerOrgId: borrower,
    supervisorOrgId: supervisor,
    contractHeadcount: 1,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farm],
    createdAt: at,
  })
  if (project === 0) throw new Error('no project')
  const lineId = await addLine(sql, project)
  // Before the losses that the inputs record.
  const pledgedAt = Date.parse('2026-05-01T00:00Z')
  const [entry] = await post(world, [
    {
      projectId: project,
      lineId,
      kind: 'OPENING',
      pledgeIds: await pledge(sql, project, lineId, [animal], pledgedAt),
      adds: true,
      reason: `${mark} opening`,
      happenedAt: pledgedAt,
    },
  ])
  // The bank's administrator and the clerk may write logs; the clerk is also a candidate to choose.
  await sql`insert into project_users (project_id, user_id, org_role) select ${project}, id, 'BANK' from users where id in (${clerk}, ${userId('ADMIN_BANK')})`
  await sql`
    insert into daily_log_users (project_id, user_id, added_by, added_at)
    select ${project}, id, id, ${at} from users where id in (${clerk}, ${userId('ADMIN_BANK')})`
  const log = await insertDailyLog(sql, {
    projectId: project,
    farmId: farm,
    day: '2026-05-01',
    authorId: clerk,
    monitorStatus: 'NORMAL',
    handCount: 1,
    text: `${mark} log`,
    writtenAt: at,
    receivedAt: at,
    isLate: false,
  })
  await insertClose(sql, {
    id: project,
    day: closedDay,
    windowMinutes: 60,
    contracted: 1,
    ledger: 1,
    heard: 1,
    unverified: 0,
    unaccounted: 0,
    handCount: 1,
    value: '1',
    balance: '1',
    ratio: '1',
    note: `${mark} note`,
    closedBy: clerk,
    closedAt: at,
  })
  const draft = await add(pm, 'POST', '/collateral/common/project/0/edit', {
    code: `${mark}-2`,
    name: `${mark} draft`,
    bankOrgId: bank,
    bankOrgName: `${mark} bank`,
    borrowerOrgId: borrower,
    borrowerOrgName: `${mark} borrower`,
    bankUsers: [{ id: clerk }],
    farms: [{ id: farm }],
    loanAmount: '1',
    contractHeadcount: 1,
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
  })
  const [camera] = await sql<{ id: number }[]>`
    insert into cameras (farm_id, pen_id, name, snapshot_address) values (${farm}, ${pen}, ${`${mark} gate`}, ${`https://cameras.example.com/${mark}.jpg`}) returning id`
  const [alert] = await raiseAlerts(sql, [
    {
      kind: 'LOW_BATTERY',
      severity: 'MINOR',
      subjectType: 'ANIMAL',
      subjectId: animal,
      subjectName: `${mark} tag`,
      farmId: farm,
      penId: pen,
      animalId: animal,
      raisedAt: at,
      sinceAt: at,
      detail: { battery: 9 },
    },
  ])
  const [ledgerDraft] = await sql<{ id: number }[]>`
    insert into ledger_drafts (project_id, animal_id, alert_id, kind, happened_on, reason, drafted_by, drafted_at)
    values (${project}, ${animal}, ${required(alert).id}, 'DEATH', '2026-05-01', ${`${mark} wolf`}, ${clerk}, ${at}) returning id`
  const unknown = async (reason: string) => [
    await addRejected(sql, { reason, farmId: farm, deviceId: `${mark} ${reason}` }),
  ]
  const image = await addFile(world, mark, 'image/webp', userId('ADMIN_BANK'))
  const uploader = userId(shared ? 'ADMIN_BANK' : 'SUPERVISOR_PM')
  const document = await addFile(world, mark, 'application/pdf', shared ? userId('ADMIN_BORROWER') : uploader)
  const bankDocument = await addFile(world, mark, 'application/pdf', userId('ADMIN_BANK'))
  const picture = await addFile(world, mark, 'image/webp', uploader)
  const [photo] = await sql<{ id: number }[]>`
    insert into animal_photos (animal_id, angle, image_id, taken_at) values (${animal}, 'FACE', ${picture}, ${at}) returning id`
  await sql`update organisations set licence_image_id = ${image} where id = ${bank}`
  const admin = tokenOf('ADMIN_BANK')
  const view = await add(admin, 'PUT', '/collateral/web/view/addOrEdit', {
    list: 'users',
    name: `${mark} view`,
    query: '',
    columns: [],
  })
  const goal = await add(admin, 'POST', '/api/forms', {
    title: `${mark} goal`,
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    goal: mark,
    standard: mark,
    inviteeIds: [clerk],
  })
  const [balance] = await sql<{ id: number }[]>`
    insert into loan_balances (project_id, balance, as_of, note, recorded_by, recorded_at)
    values (${project}, 1, '2026-04-01', ${`${mark} statement`}, ${userId('ADMIN_BANK')}, ${at}) returning id`
  const [display] = await sql<{ id: number }[]>`
    insert into displays (secret_hash, requested_at, name, paired_by, paired_at)
    values (${Buffer.from(`${mark} display`)}, ${at}, ${`${mark} wall`}, ${userId('ADMIN_BANK')}, ${at}) returning id`
  const walls: Tenant['walls'] = []
  for (const shows of wallScreens) {
    const [wall] = await sql<{ id: number }[]>`
      insert into displays (requested_at, name, shows, paired_by, paired_at) values (${at}, ${`${mark} wall of ${shows}`}, ${shows}, ${userId('ADMIN_BANK')}, ${at}) returning id`
    const token = await world.sessions.start({
      ...required(await findLogin(sql, `${mark}.ADMIN_BANK`)),
      displayId: required(wall).id,
      autoLogin: false,
    })
    walls.push({ shows, token: token ?? '' })
  }
  const apiKey = await add(admin, 'PUT', '/collateral/web/apiKey/addOrEdit', {
    name: `${mark} key`,
    scopes: ['projects:read'],
    networks: [],
    expiresAt: at + 86_400_000,
  })
  const [identityProvider] = await sql<{ id: number }[]>`
    insert into identity_providers (organisation_id, issuer, client_id, created_at, updated_at)
    values (${bank}, 'https://issuer.example', 'n', ${at}, ${at}) returning id`
  const [notice] = await insertNotices(sql, [userId('ADMIN_BANK')], {
    type: 'message',
    code: 'GOAL_SET',
    params: { title: `${mark} goal` },
    path: null,
    at,
  })
  const toDecide = await addTicket(world, { mark, bank, borrower, raisedBy: userId('ADMIN_BORROWER') })
  const registration = await sql.begin((transaction) =>
    raiseRegistration(transaction, {
      organisationId: borrower,
      userId: userId('ADMIN_BORROWER'),
      language: 'en-US',
      at,
    }),
  )
  await addCounted(world, {
    mark,
    farm,
    gateway: idOf('gateways'),
    project,
    supervisor,
    notifiedUserId: shared ? clerk : userId('SUPERVISOR_PM'),
  })
  // Visible to the bank, which decides no step of it.
  const from = world.context.clock.now()
  const permit = await world.call<{ ticketId: number }>(pm, 'POST', '/collateral/web/movementPermit/request', {
    farmId: farm,
    ids: [animal],
    startsAt: from,
    endsAt: from + 3_600_000,
    purpose: `${mark} fair`,
  })
  // The bank's administrator now stands in for its deputy, and the deputy stands in for the administrator in a year.
  const yearMs = 365 * 86_400_000
  const absences = await sql<{ id: number }[]>`
    insert into ticket_stand_ins (absent_id, stand_in_id, starts_at, ends_at, named_at)
    values (${deputy}, ${userId('ADMIN_BANK')}, ${at}, ${at + yearMs}, ${at}), (${userId('ADMIN_BANK')}, ${deputy}, ${at + yearMs}, ${at + 2 * yearMs}, ${at}) returning id`
  const spare = await world.sessions.start({
    ...required(await findLogin(sql, `${mark}.ADMIN_BANK`)),
    autoLogin: false,
  })
  const sessions = await sql<{ id: number }[]>`
    select s.id from sessions s join users u on u.id = s.user_id where starts_with(u.user_name, ${mark}) order by s.id desc`
  return {
    mark,
    callers,
    walls,
    own: {
      ...records,
      ...(await addPage(world, admin, mark)),
      // Belongs to users of a supervisor: with a shared one, no tenant has any.
      ...(shared
        ? {}
        : await addDuty(world, {
            mark,
            supervisor,
            adminId: userId('ADMIN_SUPERVISOR'),
            pmId: userId('SUPERVISOR_PM'),
            alertId: required(alert).id,
            at,
          })),
      borrower: [borrower],
      colleague: [deputy],
      standIn: [required(absences[1]).id, required(absences[0]).id],
      cameras: [required(camera).id],
      claim: [claim],
      collateral: [lineId],
      dailyLog: [log],
      dailyReport: [reportIdOf(project, closedDay)],
      unknownGateway: await unknown('UNKNOWN_GATEWAY'),
      unknownNeckband: await unknown('UNKNOWN_DEVICE'),
      rejected: await unknown('TOO_OLD'),
      alert: [required(alert).id],
      display: [required(display).id],
      apiKey: [apiKey],
      identityProvider: [required(identityProvider).id],
      goal: [goal],
      document: [document],
      bankDocument: [bankDocument],
      image: [image],
      project: [project],
      draft: [draft],
      borrowerUser: [userId('ADMIN_BORROWER')],
      supervisorUser: shared ? [] : [userId('SUPERVISOR_PM')],
      photo: [required(photo).id],
      picture: [picture],
      // Belongs to users of a supervisor: with a shared one, no tenant has any.
      rehearsal: shared ? [] : [await addRehearsal(world, userId('SUPERVISOR_PM'), supervisor)],
      import: shared ? [] : [await addImport(world, mark, userId('SUPERVISOR_PM'), supervisor)],
      ledgerEntry: [required(entry)],
      loanBalance: [required(balance).id],
      ledgerDraft: [required(ledgerDraft).id],
      notice: [required(required(notice).notice).id],
      organisation: [bank, borrower, ...(shared ? [] : [supervisor])],
      // The newest one is the spare session.
      session: spare === null ? [] : sessions.map(({ id }) => id),
      ticket: [toDecide, registration.ticketId, permit.data.ticketId],
      user: [clerk, ...users.map(({ id }) => id)],
      view: [view],
    },
  }
}

/** Adds a cancelled rehearsal of an organisation. @returns its id */
async function addRehearsal({ sql }: World, userId: number, organisationId: number): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    insert into rehearsals (user_id, organisation_id, kind, scope, scope_id, state, begun_at, touched_at)
    values (${userId}, ${organisationId}, 'LEFT_PEN', 'ORGANISATION', ${organisationId}, 'CANCELLED', ${machineNow()}, ${machineNow()}) returning id`
  return required(made).id
}

/** Adds a finished import of a user, with a fault. @returns its id */
async function addImport({ sql }: World, mark: string, userId: number, organisationId: number): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    insert into imports (user_id, organisation_id, noun, file_name, state, faulty, begun_at, touched_at)
    values (${userId}, ${organisationId}, 'animals', ${`${mark}.xlsx`}, 'DONE', 1, ${machineNow()}, ${machineNow()}) returning id`
  const { id } = required(made)
  await sql`insert into import_faults (import_id, sheet_row, title, value, code) values (${id}, 2, ${mark}, ${mark}, 'REQUIRED')`
  return id
}

/** Adds a stored picture or document. @returns its id */
async function addFile(
  { sql, context }: World,
  mark: string,
  contentType: FileType,
  uploadedBy: number,
): Promise<string> {
  const { settings, log, files } = context
  return withUpload(Readable.from([Buffer.from(mark)]), { dataDir: settings.DATA_DIR, log, maxBytes: 1000 }, (path) =>
    files.store(path, (stored) =>
      insertFile(sql, {
        ...stored,
        contentType,
        picture: null,
        name: `${mark}.pdf`,
        uploadedBy,
        network: '',
        at: machineNow(),
      }),
    ),
  )
}

/** Adds a ticket of a borrower that its bank may decide. @returns its id */
async function addTicket(
  world: World,
  { mark, bank, borrower, raisedBy }: { mark: string; bank: number; borrower: number; raisedBy: number },
) {
  const { sql } = world
  const subject = await world.organisation('BORROWER', `${mark} subject`)
  await sql`update organisations set status = 'PENDING_APPROVAL' where id = ${subject}`
  const payload = {
    role: 'BORROWER',
    name: mark,
    creditCode: null,
    contact: null,
    telephone: null,
    email: null,
    address: null,
    licenceImageId: null,
    userName: mark,
    language: 'en-US',
  }
  const [ticket] = await sql<{ id: number }[]>`
    insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at)
    values ('ORGANISATION_REGISTRATION', 'ORGANISATION', ${subject}, ${mark}, ${JSON.stringify(payload)}::text::jsonb, ${raisedBy},
      ${borrower}, ${machineNow()})
    returning id`
  await sql`
    insert into ticket_steps (ticket_id, place, approver_role, approver_org_id) values (${required(ticket).id}, 1, 'ADMIN_BANK', ${bank})`
  return required(ticket).id
}

export function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the side is not whole')
  return value
}
