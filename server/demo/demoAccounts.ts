import { createPasswords } from '../auth/passwords.ts'
import type { Queries, Sql } from '../db/connect.ts'
import { readMarks, setMarks } from '../db/marks.ts'
import { decoderNames } from '../ingest/decoders/decoders.ts'
import { insertOrganisation, platformOrganisation } from '../resources/people/organisations.ts'
import { insertProject } from '../resources/herd/projects.ts'
import { pledgeHerd } from '../resources/projects/pledgeHerd.ts'
import { insertSource } from '../resources/sources.ts'
import { insertUser } from '../resources/people/users.ts'
import { isLoopback, type Settings, StartError } from '../settings.ts'

/** Publicly known, so it is only used on loopback. */
export const demoPassword = 'Demo2026'
export const demoSource = 'demo'

const users = [
  { userName: 'platform', role: 'ADMIN_PLATFORM', organisation: 'platform', displayName: '平台管理员' },
  { userName: 'supervisor', role: 'ADMIN_SUPERVISOR', organisation: 'supervisor', displayName: '监管负责人' },
  { userName: 'pm', role: 'SUPERVISOR_PM', organisation: 'supervisor', displayName: '苏日娜' },
  { userName: 'bank', role: 'ADMIN_BANK', organisation: 'bank', displayName: '银行负责人' },
  { userName: 'bankuser', role: 'BANK_USER', organisation: 'bank', displayName: '银行客户经理' },
  { userName: 'borrower', role: 'ADMIN_BORROWER', organisation: 'borrower', displayName: '巴特尔' },
] as const

/** Returns the telephone of the demo's user number `place`, from 1: `+8613800000001`. */
const telephoneOf = (place: number) => `+86138${String(place).padStart(8, '0')}`

const organisations = {
  bank: {
    kind: 'BANK',
    name: '锡林浩特草原银行',
    details: {
      creditCode: '91152502MA0N5D3C0C',
      contact: '银行负责人',
      telephone: telephoneOf(4),
      email: 'bank@example.com',
      address: '内蒙古锡林浩特市团结大街 1 号',
    },
  },
  supervisor: {
    kind: 'SUPERVISOR',
    name: '锡盟活畜监管公司',
    details: {
      creditCode: '91152502MA0N5D3C1F',
      contact: '监管负责人',
      telephone: telephoneOf(2),
      email: 'supervisor@example.com',
      address: '内蒙古锡林浩特市那达慕大街 8 号',
    },
  },
  borrower: {
    kind: 'BORROWER',
    name: '敖包养殖合作社',
    details: {
      creditCode: '93152502MA0N5D3C2C',
      contact: '巴特尔',
      telephone: telephoneOf(6),
      email: 'borrower@example.com',
      address: '内蒙古锡林浩特市毛登牧场',
    },
  },
  second: {
    kind: 'BORROWER',
    name: '乌兰牧业公司',
    details: {
      creditCode: '91152502MA0N5D3C3M',
      contact: '乌兰',
      telephone: '+8613800000007',
      email: 'ulan@example.com',
      address: '内蒙古锡林浩特市白音锡勒牧场',
    },
  },
} as const

const earlierProject = {
  name: '活牛质押贷款（已结清）',
  contractHeadcount: 400,
  loanAmount: '2000000.00',
  status: 'CLOSED',
  startsOn: '2025-03-01',
  endsOn: '2026-02-28',
  farmIds: [],
} as const

export const demoUserNames: readonly string[] = users.map(({ userName }) => userName)

export interface DemoOrganisations {
  bank: number
  supervisor: number
  borrowers: [number, number]
}

/** Adds the demo's organisations, accounts and source, as of an instant (epoch ms). @returns their ids; `pm`: id of the project manager */
export async function addDemoAccounts(sql: Sql, at: number): Promise<DemoOrganisations & { pm: number }> {
  const passwords = createPasswords()
  return sql.begin(async (transaction) => {
    await setMarks(transaction, { demo_accounts: at })
    const add = (name: keyof typeof organisations) =>
      insertOrganisation(transaction, { ...organisations[name], registeredAt: at })
    const ids = {
      platform: await platformOrganisation(transaction, at),
      bank: await add('bank'),
      supervisor: await add('supervisor'),
      borrower: await add('borrower'),
    }
    const second = await add('second')
    let pm = 0
    for (const [place, { userName, role, organisation, displayName }] of users.entries()) {
      const id = await insertUser(transaction, {
        userName,
        passwordHash: await passwords.hash(demoPassword),
        role,
        organisationId: ids[organisation],
        displayName,
        telephone: telephoneOf(place + 1),
        email: `${userName}@example.com`,
        createdAt: at,
      })
      if (role === 'SUPERVISOR_PM') pm = id
    }
    await insertSource(transaction, {
      name: demoSource,
      secret: demoPassword,
      adapters: decoderNames,
      farmIds: null,
      takesQueryToken: true,
      createdAt: at,
    })
    for (const [place, borrowerOrgId] of [ids.borrower, second].entries()) {
      // A repaid project: farms can only belong to borrowers who have agreed to a project before.
      await insertProject(transaction, {
        ...earlierProject,
        code: `XM-2025-00${place + 1}`,
        bankOrgId: ids.bank,
        borrowerOrgId,
        supervisorOrgId: ids.supervisor,
        createdAt: at,
      })
    }
    return { bank: ids.bank, supervisor: ids.supervisor, borrowers: [ids.borrower, second], pm }
  })
}

/** Market price per head, and haircut. */
const demoPrices = {
  prices: { CATTLE: { unitPrice: '13800.00', haircut: '0.4' }, SHEEP: { unitPrice: '1350.00', haircut: '0.4' } },
  defaultPrice: { unitPrice: '5000.00', haircut: '0.4' },
  priceSource: '锡林浩特市场',
  reason: '开户点数',
} as const

/** Adds the demo's only project on its farms, and pledges their herd. @returns its id */
export async function addDemoProject(
  sql: Sql,
  organisations: DemoOrganisations,
  farmIds: readonly number[],
  at: number,
): Promise<number> {
  const id = await insertProject(sql, {
    code: 'XM-2026-004',
    name: '锡林浩特活牛质押贷款',
    bankOrgId: organisations.bank,
    borrowerOrgId: organisations.borrowers[0],
    supervisorOrgId: organisations.supervisor,
    contractHeadcount: 1240,
    loanAmount: '6800000.00',
    status: 'ACTIVE',
    startsOn: '2026-05-01',
    endsOn: '2027-04-30',
    farmIds,
    createdAt: at,
  })
  await pledgeHerd(sql, { ...demoPrices, projectId: id, farmIds, at })
  return id
}

/** Lists settings that let users of other machines reach the server, or that are meant for them, as `NAME value`. */
export function networkSettings({
  HOST,
  MQTT_HOST = HOST,
  HTTP_TLS_CERT,
  MQTT_TLS_CERT,
  PUBLIC_URL,
  TRUSTED_PROXY,
}: Settings): string[] {
  const isLocalUrl = PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1'))
  return [
    ...(isLoopback(HOST) ? [] : [`HOST ${HOST}`]),
    ...(isLoopback(MQTT_HOST) || MQTT_HOST === HOST ? [] : [`MQTT_HOST ${MQTT_HOST}`]),
    ...(HTTP_TLS_CERT === undefined ? [] : [`HTTP_TLS_CERT ${HTTP_TLS_CERT}`]),
    ...(MQTT_TLS_CERT === undefined ? [] : [`MQTT_TLS_CERT ${MQTT_TLS_CERT}`]),
    ...(isLocalUrl ? [] : [`PUBLIC_URL ${PUBLIC_URL}`]),
    ...(TRUSTED_PROXY === undefined ? [] : [`TRUSTED_PROXY ${TRUSTED_PROXY}`]),
  ]
}

/** @throws StartError with the settings that would let others sign in with the demo's passwords */
export function requirePrivate(settings: Settings): void {
  const open = networkSettings(settings)
  if (open.length === 0) return
  throw new StartError(
    `DEMO: everybody knows the demo's passwords, so it runs on a loopback HOST only and without a public address, not with ${open.join(' and ')}; ` +
      'for real data take a DATA_DIR or DATABASE_URL that never held the demo',
  )
}

/** @throws StartError when the database contains the demo's accounts and users of other machines could sign in */
export async function requirePrivateDemo(sql: Queries, settings: Settings): Promise<void> {
  if ((await readMarks(sql)).demo_accounts !== undefined) requirePrivate(settings)
}
