import { createPasswords } from '../auth/passwords.ts'
import type { Queries, Sql } from '../db/connect.ts'
import { readMarks, setMarks } from '../db/marks.ts'
import { decoderNames } from '../ingest/decoders/decoders.ts'
import { insertOrganisation, platformOrganisation } from '../resources/people/organisations.ts'
import { insertProject } from '../resources/herd/projects.ts'
import { pledgeHerd } from '../resources/projects/pledgeHerd.ts'
import { insertSource } from '../resources/sources.ts'
import { insertUser } from '../resources/people/users.ts'
import { type DemoKind, demoOrganisations, demoUsers, telephoneOf } from './demoParties.ts'
import { isLoopback, type Settings, StartError } from '../settings.ts'

/** Publicly known, so it is only used on loopback. */
export const demoPassword = 'Demo2026'
export const demoSource = 'demo'

const earlierProject = {
  name: '活牛质押贷款（已结清）',
  contractHeadcount: 400,
  loanAmount: '2000000.00',
  status: 'CLOSED',
  startsOn: '2025-03-01',
  endsOn: '2026-02-28',
  farmIds: [],
} as const

export interface DemoOrganisations {
  bank: number
  supervisor: number
  borrowers: [number, number]
}

/**
 * Adds the demo's organisations, accounts and source, as of an instant (epoch ms).
 * @returns their ids; `pm`: id of the project manager
 */
export async function addDemoAccounts(
  sql: Sql,
  at: number,
  kind: DemoKind = 'herd',
): Promise<DemoOrganisations & { pm: number }> {
  const passwords = createPasswords()
  const users = demoUsers[kind]
  const hashes = await Promise.all(users.map(() => passwords.hash(demoPassword)))
  return sql.begin(async (transaction) => {
    await setMarks(transaction, { demo_accounts: at })
    const ids = new Map<string, number>([['platform', await platformOrganisation(transaction, at)]])
    for (const { key, ...organisation } of demoOrganisations[kind])
      ids.set(key, await insertOrganisation(transaction, { ...organisation, registeredAt: at }))
    const idOf = (key: string) => ids.get(key) ?? 0
    let pm = 0
    for (const [place, { userName, role, organisation, displayName }] of users.entries()) {
      const id = await insertUser(transaction, {
        userName,
        passwordHash: hashes[place] ?? '',
        role,
        organisationId: idOf(organisation),
        displayName,
        telephone: telephoneOf(userName),
        email: `${userName}@example.com`,
        createdAt: at,
      })
      if (userName === 'pm') pm = id
    }
    await insertSource(transaction, {
      name: demoSource,
      secret: demoPassword,
      adapters: decoderNames,
      farmIds: null,
      takesQueryToken: true,
      createdAt: at,
    })
    const borrowers: [number, number] = [idOf('borrower'), idOf('borrower2')]
    if (kind === 'herd')
      for (const [place, borrowerOrgId] of borrowers.entries()) {
        // A repaid project: farms can only belong to borrowers who have agreed to a project before.
        await insertProject(transaction, {
          ...earlierProject,
          code: `XM-2025-00${place + 1}`,
          bankOrgId: idOf('bank'),
          borrowerOrgId,
          supervisorOrgId: idOf('supervisor'),
          createdAt: at,
        })
      }
    return { bank: idOf('bank'), supervisor: idOf('supervisor'), borrowers, pm }
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
