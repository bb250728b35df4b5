import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import { machineNow } from '../clock.ts'
import { codeFor, creditCodeOf, messagesTo, tokenIn } from '../auth/testAuth.ts'
import { openWorld, square, type World, worldPassword } from '../testing/testWorld.ts'
import { raiseAlerts } from '../db/alerts.ts'
import { alertSteps, draftSteps } from './alerts/testAlertSteps.ts'
import { checkedImport } from './herd/imports/testImports.ts'
import { addDocument, addLine, addTestProject } from './projects/testLedger.ts'
import { dutySteps } from './duty/testDutySteps.ts'
import { contentSteps } from './content/testContentSteps.ts'
import { collateralSteps } from './projects/collateral/testCollateralSteps.ts'
import { insertProject } from './herd/projects.ts'
import { addRejected, nounTests } from './testNouns.ts'
import { type Entry, entriesAfter, from, lastEntry, runStep, type Step, table } from './testAudit.ts'
import { livesOf } from './testLives.ts'
import { rehearsalSteps } from './testRehearsals.ts'
import { isQuestion, leftOut } from './testUnaudited.ts'

let world: World
const password = 'Larkspur77x'
const ids: Record<string, number> = {}
const tokens = new Map<string, string>()
// Adds a running project on the farm, with the banker among its users.
async function addProject(): Promise<number> {
  const [{ id: supervisorOrgId = 0 } = {}] = await world.sql<
    { id?: number }[]
  >`select organisation_id as id from users where user_name = 'pm'`
  ids['project'] = await insertProject(world.sql, {
    code: 'P',
    name: 'P',
    bankOrgId: id('bank'),
    borrowerOrgId: null,
    supervisorOrgId,
    contractHeadcount: 1,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [id('log farm')],
    createdAt: world.context.clock.now(),
  })
  await world.sql`insert into project_users (project_id, user_id, org_role) values (${ids['project']}, ${await world.idOf('banker')}, 'BANK')`
  return ids['project']
}
const id = (name: string) => ids[name] ?? never(`${name} yet`)
const versionOf = async (table: string, row: number) =>
  (await world.sql<{ version: number }[]>`select version from ${world.sql(table)} where id = ${row}`)[0]?.version ?? 0
const apiKey = () => ({
  name: 'Core banking',
  scopes: ['projects:read'],
  networks: [],
  expiresAt: machineNow() + 86_400_000,
})
const organisation = (extra: object = {}) => ({
  name: 'Grass Bank',
  contact: 'Bolor',
  telephone: '13800000001',
  email: 'office@example.com',
  address: '1 Steppe Road',
  requiresTwoFactor: false,
  ...extra,
})
const person = (extra: object = {}) => ({
  userName: 'erdene',
  displayName: 'Erdene',
  role: 'BANK_USER',
  telephone: '13800000002',
  email: 'erdene@example.com',
  ...extra,
})
/** Links that were followed. */
const links: string[] = []
async function lastLink(recipient: string): Promise<string> {
  const token = tokenIn((await messagesTo(world, recipient))[0])
  links.push(token)
  return token
}

async function picture(by = ''): Promise<string> {
  const payload = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ccaa88' } })
    .png()
    .toBuffer()
  const response = await world.server.inject({
    method: 'POST',
    url: '/collateral/common/image/upload',
    headers: {
      'content-type': 'image/png',
      ...(by !== '' && { 'x-auth-token': tokens.get(by) ?? '', 'x-auth-timestamp': String(machineNow()) }),
    },
    payload,
  })
  return response.json<{ data: { id: string } }>().data.id
}
const registration = async (serial: number) => ({
  organizationRole: 'SUPERVISOR',
  organizationName: `Watch ${serial}`,
  creditCode: creditCodeOf(serial),
  contact: 'Saran',
  address: '1 Steppe Road',
  licenceImageId: await picture(),
  userName: `saran${serial}`,
  password,
  email: `saran${serial}@example.com`,
  telephone: `1350000100${serial}`,
  captcha: await codeFor(world, `1350000100${serial}`),
})
const wallCode = async () =>
  (await world.call<{ code: string }>('', 'POST', '/collateral/common/display/code', {})).data.code
/** The newest ticket is the registration that was just activated. */
const newestTicket = async () => (await world.sql<{ id: number }[]>`select max(id) as id from tickets`)[0]?.id ?? 0
const alertOf = async (kind: RuleKind) => {
  const [raised] = await raiseAlerts(world.sql, [
    {
      kind,
      severity: 'CRITICAL',
      subjectType: 'ANIMAL',
      subjectId: id('animal'),
      subjectName: '1',
      farmId: id('farm'),
      penId: null,
      animalId: id('animal'),
      raisedAt: world.context.clock.now(),
      sinceAt: world.context.clock.now(),
      detail: {},
    },
  ])
  return raised?.id ?? 0
}
/** Returns the newest row of a table that was not removed. */
const rowOf = async (table: string) =>
  (
    await world.sql<
      Record<string, string>[]
    >`select * from ${world.sql(table)} where deleted_at is null order by id desc limit 1`
  )[0] ?? {}
const claim = () => ({
  policyId: id('policy'),
  animalIds: [id('insured')],
  happenedOn: '2026-04-01',
  cause: 'snow',
  amount: '1',
})
const drafted = (extra: object) => ({
  code: 'P-1',
  name: 'Loan',
  bankOrgId: id('bank'),
  bankOrgName: 'Steppe Bank',
  loanAmount: '1',
  contractHeadcount: 1,
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  ...extra,
})
const colour = (name: string) => ({
  kind: 'COLOUR',
  names: { 'zh-CN': name, 'zh-TW': name, 'en-US': name, 'pt-BR': name },
})
/** Returns the colour ids with the first two swapped. */
const swappedColours = async () => {
  const [first = 0, second = 0, ...others] = (
    await world.sql<{ id: number }[]>`select id from lookups where kind = 'COLOUR' order by place`
  ).map((row) => row.id)
  return [second, first, ...others]
}
/** Adds an unregistered device heard on the farm. */
const unknown = (reason: string) => addRejected(world.sql, { reason, farmId: id('farm'), deviceId: `NEW ${reason}` })
let secret = ''
const people = [
  ['platform', 'ADMIN_PLATFORM', 'PLATFORM'],
  ['chief', 'ADMIN_SUPERVISOR', 'SUPERVISOR'],
  ['pm', 'SUPERVISOR_PM', 'SUPERVISOR'],
  ['bank', 'ADMIN_BANK', 'BANK'],
  ['banker', 'BANK_USER', 'BANK'],
  ['deputy', 'ADMIN_BANK', 'BANK'],
] as const
const { adding, lifeOf } = livesOf({
  id,
  picture,
  authorOf: (role) => people.find((person) => person[1] === role)?.[0] ?? never(role),
})

function never(noun: string): never {
  throw new Error(`there is no ${noun}`)
}

/** Every call that changes something, at least once, in groups and in an order in which each succeeds. */
const groups: Record<string, Step[]> = {
  alerts: [...adding('farms', 'farm'), ...adding('animals', 'animal'), ...alertSteps(alertOf, () => world.idOf('pm'))],
  ...Object.fromEntries(Object.keys(nounTests).map((noun) => [`the life of ${noun}`, lifeOf(noun)])),
  projects: [
    { call: 'projects.addOrEdit', by: 'pm', input: () => drafted({ id: 0 }), notes: ['ADD project'], as: 'project' },
    {
      call: 'projects.addOrEdit',
      by: 'pm',
      input: () => drafted({ id: id('project'), version: 1, name: 'Winter loan' }),
      notes: ['EDIT project'],
    },
    { call: 'projects.remove', by: 'pm', input: () => ({ id: id('project') }), notes: ['REMOVE project'] },
    ...collateralSteps(() => world, id),
  ],
  'published content': contentSteps(id, picture, adding),
  duty: dutySteps(() => world, id),
  insurance: [
    ...adding('insurancePolicies', 'policy'),
    {
      call: 'animals.addOrEdit',
      by: 'pm',
      input: () => ({ visualTag: 'insured', farmId: id('farms of policy') }),
      notes: ['ADD animal'],
      as: 'insured',
    },
    {
      call: 'insuredAnimals.insure',
      by: 'pm',
      input: () => ({ policyId: id('policy'), ids: [id('insured')] }),
      notes: ['EDIT insurance'],
    },
    { call: 'claims.addOrEdit', by: 'pm', input: () => claim(), notes: ['ADD claim'], as: 'claim' },
    { call: 'claims.remove', by: 'pm', input: () => ({ id: id('claim') }), notes: ['REMOVE claim'] },
    { call: 'claims.addOrEdit', by: 'pm', input: () => claim(), notes: ['ADD claim'], as: 'claim' },
    {
      call: 'claims.decide',
      by: 'pm',
      input: () => ({ ids: [id('claim')], status: 'REFUSED', decidedOn: '2026-04-02', reason: 'late' }),
      notes: ['EDIT claim'],
    },
    {
      call: 'animals.addOrEdit',
      by: 'pm',
      input: () => ({ visualTag: 'taken off', farmId: id('farms of policy') }),
      notes: ['ADD animal'],
      as: 'taken off',
    },
    ...['insure', 'uninsure'].map((call): Step => ({
      call: `insuredAnimals.${call}`,
      by: 'pm',
      input: () => ({ policyId: id('policy'), ids: [id('taken off')] }),
      notes: ['EDIT insurance'],
    })),
  ],
  'alert rules and settings of the platform': [
    ...rehearsalSteps(() => world, id),
    ...adding('alertRules', 'rule'),
    ...(
      [
        ['request', () => ({ kind: 'LEFT_PEN', farmId: id('farms of policy') })],
        ['requestRemoval', () => ({ id: id('rule') })],
      ] as const
    ).map(([call, input]): Step => ({
      call: `alertRules.${call}`,
      by: 'pm',
      input: () => ({ ...input(), reason: 'thin ice' }),
      notes: ['ADD ticket'],
    })),
    {
      call: 'baseMap.addOrEdit',
      by: 'platform',
      input: () => ({ kind: 'TILES', address: 'https://tiles.example.com/{z}/{x}/{y}.png' }),
      notes: ['EDIT baseMap'],
    },
    { call: 'lookups.addOrEdit', by: 'platform', input: () => colour('Roan'), notes: ['ADD lookup'], as: 'colour' },
    {
      call: 'lookups.addOrEdit',
      by: 'platform',
      input: () => ({ ...colour('Blue roan'), id: id('colour'), version: 1, isRetired: true }),
      notes: ['EDIT lookup'],
    },
    {
      call: 'lookups.order',
      by: 'platform',
      input: async () => ({ kind: 'COLOUR', ids: await swappedColours() }),
      notes: ['EDIT lookup', 'EDIT lookup'],
    },
    { call: 'lookups.remove', by: 'platform', input: () => ({ id: id('colour') }), notes: ['REMOVE lookup'] },
  ],
  devices: [
    {
      call: 'unknownDevices.adoptGateway',
      by: 'pm',
      input: async () => ({ unknownGatewayId: await unknown('UNKNOWN_GATEWAY'), farmId: id('farm'), reason: 'put up' }),
      notes: ['ADD gateway'],
    },
    {
      call: 'unknownDevices.adoptNeckband',
      by: 'pm',
      input: async () => ({ unknownNeckbandId: await unknown('UNKNOWN_DEVICE'), reason: 'bought' }),
      notes: ['ADD neckband'],
    },
    {
      call: 'neckbands.pair',
      by: 'pm',
      input: async () => ({
        deviceId: (await rowOf('neckbands')).device_id,
        earTag: (await rowOf('animals')).visual_tag,
        reason: 'put on',
      }),
      notes: ['EDIT neckband'],
    },
    {
      call: 'neckbands.unpair',
      by: 'pm',
      input: async () => ({ ids: [(await rowOf('neckbands')).id], reason: 'taken off' }),
      notes: ['EDIT neckband'],
    },
  ],
  animals: [
    {
      call: 'animalPhotos.add',
      by: 'pm',
      input: async () => ({ animalId: id('animal'), angle: 'FACE', imageId: await picture('pm') }),
      notes: ['ADD animalPhoto'],
    },
    ...adding('animalGroups', 'group'),
    {
      call: 'movementPermits.request',
      by: 'pm',
      input: () => ({
        farmId: id('farms of animal'),
        ids: [id('animal')],
        startsAt: '2026-05-02T00:00:00Z',
        endsAt: '2026-05-03T00:00:00Z',
        purpose: 'the vet',
      }),
      notes: ['ADD ticket'],
    },
    {
      call: 'animals.setGroup',
      by: 'pm',
      input: () => ({ ids: [id('animal')], groupId: id('group'), isMember: true, reason: 'for the vet' }),
      notes: ['EDIT animal'],
    },
    {
      call: 'animals.editAll',
      by: 'pm',
      input: () => ({ ids: [id('animal')], breed: 'Angus', reason: 'seen again' }),
      notes: ['EDIT animal'],
    },
    {
      call: 'animals.transfer',
      by: 'pm',
      input: () => ({ ids: [id('animal')], farmId: id('farm'), reason: 'cold' }),
      notes: ['EDIT animal'],
    },
    {
      call: 'animals.setStatus',
      by: 'pm',
      input: () => ({ ids: [id('animal')], status: 'DEAD', leftOn: '2026-04-30', reason: 'a wolf' }),
      notes: ['EDIT animal'],
    },
  ],
  ledgers: [
    {
      call: 'projectHeads.explain',
      by: 'audited.pm',
      input: async () => ({
        id: (await project()).id,
        animalIds: (await project()).animalIds,
        explanation: 'in the hills',
      }),
      notes: Array<string>(3).fill('ADD headExplanation'),
    },
    {
      call: 'projectDocuments.add',
      by: 'audited.pm',
      input: async () => ({
        id: (await project()).id,
        documentId: await addDocument(world, 'audited.pm'),
        about: 'lease',
      }),
      notes: ['ADD projectDocument'],
    },
    {
      call: 'dayCloses.add',
      by: 'audited.pm',
      input: async () => ({ id: (await project()).id, day: '2026-05-01' }),
      notes: ['ADD dayClose'],
    },
    {
      call: 'loanBalances.add',
      by: 'audited.bank',
      input: async () => ({ id: (await project()).id, balance: '1', asOf: '2026-05-01', source: 'a statement' }),
      notes: ['ADD loanBalance'],
    },
    {
      call: 'ledgerEntries.add',
      by: 'audited.pm',
      input: async () => ({
        id: (await project()).id,
        kind: 'DEATH',
        animalIds: (await project()).animalIds.slice(0, 1),
        happenedOn: '2026-05-01',
        reason: 'bloat',
      }),
      notes: ['EDIT animal', 'ADD ledgerEntry'],
    },
    ...draftSteps(() => world, project),
    {
      call: 'ledgerEntries.correct',
      by: 'audited.pm',
      notes: ['ADD ledgerEntry'],
      input: async () => {
        const [entry] = await world.sql<{ id: number }[]>`select min(id) as id from ledger_entries where heads < 0`
        // A correction follows the return of the animal to the herd.
        await world.sql`
          update animals set status = 'IN_HERD', left_on = null where id in (select p.animal_id from pledges p
            join ledger_heads h on h.pledge_id = p.id where h.entry_id = ${entry?.id ?? 0})`
        return { id: (await project()).id, entryId: entry?.id, reason: 'a slip' }
      },
    },
  ],
  'daily logs and imports': [
    ...adding('farms', 'log farm'),
    {
      call: 'dailyLogs.add',
      by: 'pm',
      input: async () => ({
        id: await addProject(),
        key: '6f1c2b3a-1111-4222-8333-444455556666',
        farmId: id('log farm'),
        day: '2026-05-01',
        monitorStatus: 'NORMAL',
        handCount: 1,
        counts: [],
        text: '',
        photos: [],
        writtenAt: 0,
        correctsId: null,
      }),
      notes: ['ADD dailyLog'],
    },
    ...(
      [
        ['add', 'ADD'],
        ['remove', 'REMOVE'],
      ] as const
    ).map(([what, note]): Step => ({
      call: `dailyLogs.${what}Writer`,
      by: 'pm',
      input: async () => ({ projectId: id('project'), userId: await world.idOf('banker') }),
      notes: [`${note} dailyLogUser`],
    })),
    {
      call: 'imports.commit',
      by: 'pm',
      input: () => checkedImport(world, tokens.get('pm') ?? '', id('farm')),
      notes: ['ADD animal', 'ADD animal', 'ADD import'],
    },
  ],
  organisations: [
    {
      call: 'organisations.addOrEdit',
      by: 'platform',
      input: () => ({ ...organisation(), role: 'BANK', creditCode: creditCodeOf(50) }),
      notes: ['ADD organisation'],
      as: 'organisation',
    },
    {
      call: 'organisations.addOrEdit',
      by: 'platform',
      input: () => ({
        ...organisation({ name: 'Renamed' }),
        id: id('organisation'),
        version: 1,
        role: 'BANK',
        creditCode: creditCodeOf(50),
      }),
      notes: ['EDIT organisation'],
    },
    ...(
      [
        ['DISABLED', 'DISABLE organisation'],
        ['ACTIVE', 'ENABLE organisation'],
      ] as const
    ).map(([status, note]): Step => ({
      call: 'organisations.setStatus',
      by: 'platform',
      input: () => ({ ids: [id('organisation')], status, reason: 'why' }),
      notes: [note],
    })),
    {
      call: 'organisations.update',
      by: 'bank',
      input: () => ({ ...organisation(), id: id('bank'), version: 1 }),
      notes: ['EDIT organisation'],
    },
  ],
  users: [
    { call: 'users.addOrEdit', by: 'bank', input: () => person(), notes: ['ADD user'], as: 'user' },
    ...(
      [
        ['send', 'INVITE user'],
        ['end', 'REMOVE user'],
      ] as const
    ).map(([what, note]): Step => ({
      call: `users.${what}Invitation`,
      by: 'bank',
      input: () => ({ id: id('user') }),
      notes: [note],
    })),
    { call: 'users.addOrEdit', by: 'bank', input: () => person(), notes: ['ADD user'], as: 'user' },
    {
      call: 'auth.resetPassword',
      by: '',
      input: async () => ({ token: await lastLink('erdene@example.com'), password }),
      notes: ['CHANGE_PASSWORD user'],
    },
    {
      call: 'users.addOrEdit',
      by: 'bank',
      input: async () => ({ ...person({ role: null }), id: id('user'), version: await versionOf('users', id('user')) }),
      notes: ['EDIT user'],
    },
    { call: 'users.resetPassword', by: 'bank', input: () => ({ id: id('user') }), notes: ['RESET_PASSWORD user'] },
    ...(
      [
        ['DISABLED', 'DISABLE user'],
        ['ACTIVE', 'ENABLE user'],
      ] as const
    ).map(([status, note]): Step => ({
      call: 'users.setStatus',
      by: 'bank',
      input: () => ({ ids: [id('user')], status, reason: 'why' }),
      notes: [note],
    })),
  ],
  'API keys': [
    { call: 'apiKeys.addOrEdit', by: 'bank', input: apiKey, notes: ['ADD apiKey'], as: 'apiKey' },
    {
      call: 'apiKeys.addOrEdit',
      by: 'bank',
      input: () => ({ ...apiKey(), id: id('apiKey'), version: 1, networks: ['192.0.2.0/24'] }),
      notes: ['EDIT apiKey'],
    },
    {
      call: 'apiKeys.rotate',
      by: 'bank',
      input: () => ({ id: id('apiKey'), overlapHours: 1 }),
      notes: ['ROTATE apiKey'],
    },
    { call: 'apiKeys.revoke', by: 'bank', input: () => ({ id: id('apiKey') }), notes: ['REVOKE apiKey'] },
  ],
  'accounts, displays, goals and stand-ins': [
    {
      call: 'account.edit',
      by: 'bank',
      input: async () => ({
        displayName: 'Bolor',
        email: 'bolor@example.com',
        version: await versionOf('users', await world.idOf('bank')),
      }),
      notes: ['EDIT user'],
    },
    {
      call: 'auth.confirmEmail',
      by: 'bank',
      input: async () => ({ token: await lastLink('bolor@example.com') }),
      notes: ['EDIT user'],
    },
    {
      call: 'account.changeTelephone',
      by: 'bank',
      input: async () => ({ telephone: '13800000077', captcha: await codeFor(world, '13800000077') }),
      notes: ['EDIT user'],
    },
    {
      call: 'account.confirmTwoFactor',
      by: 'bank',
      input: () => codeOfNewFactor('bank'),
      notes: ['BEGIN_TWO_FACTOR user'],
    },
    {
      call: 'account.endTwoFactor',
      by: 'bank',
      input: () => ({ password: worldPassword, twoFactorCode: codeOf(secret, 30_000) }),
      notes: ['END_TWO_FACTOR user'],
    },
    {
      call: 'account.confirmTwoFactor',
      by: 'banker',
      input: () => codeOfNewFactor('banker'),
      notes: ['BEGIN_TWO_FACTOR user'],
    },
    {
      call: 'users.endTwoFactor',
      by: 'bank',
      input: async () => ({ id: await world.idOf('banker') }),
      notes: ['END_TWO_FACTOR user'],
    },
    {
      call: 'displays.pair',
      by: 'bank',
      input: async () => ({ code: await wallCode(), name: 'Hall' }),
      notes: ['ADD display'],
      as: 'display',
    },
    { call: 'displays.remove', by: 'bank', input: () => ({ id: id('display') }), notes: ['REMOVE display'] },
    {
      call: 'goals.add',
      by: 'bank',
      input: () => ({
        title: 't',
        startsOn: '2026-01-01',
        endsOn: '2026-12-31',
        goal: 'g',
        standard: 's',
        inviteeIds: [],
      }),
      notes: ['ADD goal'],
    },
    {
      call: 'standIns.add',
      by: 'bank',
      input: async () => ({
        standInId: await world.idOf('deputy'),
        startsAt: machineNow(),
        endsAt: machineNow() + 86_400_000,
      }),
      notes: ['ADD standIn'],
    },
    {
      call: 'standIns.end',
      by: 'bank',
      input: async () => ({
        id: (await world.sql<{ id: number }[]>`select max(id) as id from ticket_stand_ins`)[0]?.id ?? 0,
      }),
      notes: ['EDIT standIn'],
    },
  ],
  'registrations and project requests': [
    {
      call: 'account.changePassword',
      by: 'bank',
      input: () => ({ oldPassword: worldPassword, password }),
      notes: ['CHANGE_PASSWORD user'],
    },
    ...[1, 2].flatMap((serial): Step[] => [
      { call: 'auth.register', by: '', input: () => registration(serial), notes: ['ADD organisation'] },
      {
        call: 'auth.activate',
        by: '',
        input: async () => ({ token: await lastLink(`saran${serial}@example.com`) }),
        notes: ['ACTIVATE organisation'],
      },
      {
        call: 'tickets.comment',
        by: 'platform',
        input: async () => ({ ticketId: await newestTicket(), comment: 'looking' }),
        notes: ['EDIT ticket'],
      },
      serial === 1
        ? {
            call: 'tickets.approve',
            by: 'platform',
            input: async () => ({ ticketId: await newestTicket(), decision: 'APPROVED' }),
            notes: ['APPROVE organisation', 'APPROVE ticket'],
          }
        : {
            call: 'tickets.approve',
            by: 'platform',
            input: async () => ({ ticketId: await newestTicket(), decision: 'REJECTED', comment: 'no' }),
            notes: ['REJECT organisation', 'REJECT ticket'],
          },
    ]),
    {
      call: 'projects.submit',
      by: 'pm',
      input: () => submittable(),
      notes: ['EDIT collateral', 'EDIT project', 'ADD ticket'],
    },
    {
      call: 'projects.askToClose',
      by: 'audited.pm',
      input: async () => ({
        id: (await project()).id,
        version: await versionOf('projects', (await project()).id),
        reason: 'paid back',
      }),
      notes: ['EDIT project', 'ADD ticket'],
    },
  ],
}
const steps = Object.values(groups).flat()

/** Adds a draft project that is complete enough to submit. */
async function submittable() {
  const borrowerOrgId = await world.organisation('BORROWER', 'Herders')
  const [farm] = await world.sql<{ id: number }[]>`
    select f.id from farms f join users u on u.organisation_id = f.supervisor_org_id where u.user_name = 'pm' and f.deleted_at is null and f.borrower_org_id is null limit 1`
  const body = drafted({
    code: 'P-2',
    bankOrgName: 'Grass Bank',
    borrowerOrgId,
    borrowerOrgName: 'Herders',
    farms: [farm],
  })
  const { data } = await world.call<{ id: number; version: number }>(
    tokens.get('pm') ?? '',
    'POST',
    '/collateral/common/project/0/edit',
    body,
  )
  await addLine(world.sql, data.id)
  await world.sql`update collateral_lines set status = 'DRAFT' where project_id = ${data.id}`
  return data
}

/** Returns a project of three heads, added on the first call. */
async function project() {
  audited ??= await addTestProject(world, 'audited', { heads: 3 })
  tokens.set('audited.pm', audited.pm).set('audited.bank', audited.bank)
  return audited
}
let audited: Awaited<ReturnType<typeof addTestProject>> | undefined

/** Begins two-factor setup. @returns the code that confirms it */
async function codeOfNewFactor(userName: string) {
  const { data } = await world.call<{ secret: string }>(
    tokens.get(userName) ?? '',
    'POST',
    '/collateral/web/account/twoFactor/begin',
    { password: worldPassword },
  )
  secret = data.secret
  return { code: codeOf(secret) }
}
const codeOf = (of: string, laterMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: Date.now() + laterMs })

beforeAll(async () => {
  world = await openWorld()
  ids['bank'] = await world.organisation('BANK', 'Steppe Bank')
  const organisations = {
    PLATFORM: await world.organisation('PLATFORM', 'Drover'),
    SUPERVISOR: await world.organisation('SUPERVISOR', 'Herd Watch'),
    BANK: ids['bank'],
  }
  for (const [userName, role, kind] of people)
    tokens.set(userName, await world.user(userName, role, organisations[kind]))
})
afterAll(() => world.close())

test('makes every changing call, or gives the reason not to', () => {
  const changing = Object.entries(table).flatMap(([noun, calls]) =>
    Object.entries(calls)
      .filter(([, { method }]) => method !== 'GET')
      .map(([name]) => `${noun}.${name}`)
      .filter((call) => !isQuestion(call)),
  )
  expect([...new Set(steps.map(({ call }) => call)), ...Object.keys(leftOut)].toSorted()).toEqual(changing.toSorted())
})

describe('audit entries', () => {
  test.each(Object.entries(groups))(
    'record each change once, with author, address, before and after: %s',
    async (_name, steps) => {
      for (const step of steps) {
        const { call } = step
        const { status, data, error, entries } = await runStep(world, tokens, step)
        expect({ call, status, error, notes: entries.map(({ action, noun }) => `${action} ${noun}`) }).toEqual({
          call,
          status: 200,
          error: undefined,
          notes: step.notes,
        })
        if (step.as !== undefined) ids[step.as] = data?.id ?? 0
        if (data?.token !== undefined) tokens.set(step.by, data.token)
        const author = step.by === '' ? (entries[0]?.userId ?? 0) : await world.idOf(step.by)
        expect({ call, by: entries.map(({ userId, address }) => [userId, address]) }).toEqual({
          call,
          by: entries.map(() => [author, from]),
        })
        expect({ call, missing: entries.map(({ before, after }) => [before === null, after === null]) }).toEqual({
          call,
          missing: entries.map(({ action }) => [action === 'ADD', action === 'REMOVE' || action === 'PURGE']),
        })
        // Entries about a password record no value, so their sides may be equal.
        const unchanged = entries.filter(
          ({ action, before, after }) =>
            action !== 'CHANGE_PASSWORD' && JSON.stringify(before) === JSON.stringify(after),
        )
        expect({ call, unchanged }).toEqual({ call, unchanged: [] })
        const strange = entries.flatMap(({ nounId, before, after }) =>
          [before, after].filter((record) => record?.['id'] !== undefined && record['id'] !== nounId),
        )
        expect({ call, strange }).toEqual({ call, strange: [] })
      }
    },
  )
})

test('records no secret', async () => {
  const entries = await world.sql`select before, after, detail from audit_entries`
  const text = JSON.stringify(entries)
  expect(links).toHaveLength(4)
  for (const opens of [
    worldPassword,
    password,
    secret,
    'hooks.example.com/nobody',
    'nobody may read this',
    ...tokens.values(),
    ...links,
  ]) {
    expect(opens.length).toBeGreaterThan(6)
    expect(text).not.toContain(opens)
  }
  expect(text).not.toMatch(/argon2|hash|secret|captcha/i)
})

test('records nothing of a refused change', async () => {
  const last = await lastEntry(world)
  const farms = '/collateral/web/farm/addOrEdit'
  const token = tokens.get('pm') ?? ''
  expect(
    (await world.call(token, 'PUT', farms, { name: 'Bad', boundary: square(1, 1), borrowerOrgId: 999 })).status,
  ).toBe(400)
  expect((await world.call(token, 'PUT', farms, { id: 999_999, name: 'Bad', boundary: square(1, 1) })).status).toBe(404)
  expect(await entriesAfter(world, last)).toEqual([])
})

test('chains before and after of concurrent changes', async () => {
  const last = await lastEntry(world)
  const names = ['One', 'Two', 'Three', 'Four']
  const token = tokens.get('pm') ?? ''
  await Promise.all(
    names.map((name) =>
      world.call(token, 'PUT', '/collateral/web/farm/addOrEdit', { id: id('farm'), name, boundary: square(116, 44) }),
    ),
  )
  const entries = await entriesAfter(world, last)
  const nameOf = (record: Entry['before']) => String(record?.['name'])
  const after = entries.map((entry) => nameOf(entry.after))
  expect(entries.slice(1).map(({ before }) => nameOf(before))).toEqual(after.slice(0, -1))
  expect(new Set(after)).toEqual(new Set(names))
})

test('rejects changing or deleting an entry', async () => {
  for (const change of [
    'update audit_entries set address = null',
    'delete from audit_entries',
    'truncate audit_entries',
  ])
    await expect(world.sql.unsafe(change)).rejects.toMatchObject({ code: 'DR004' })
})
