import type { Sql } from '../db/connect.ts'
import { adapterNames } from '../ingest/reading.ts'
import { insertOrganisation, platformOrganisation } from '../resources/organisations.ts'
import { insertProject } from '../resources/projects.ts'
import { insertSource } from '../resources/sources.ts'
import { insertUser } from '../resources/users.ts'

/** On loopback only: known to everybody. */
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

export const demoUserNames: readonly string[] = users.map(({ userName }) => userName)

export interface DemoOrganisations {
  bank: number
  supervisor: number
  borrowers: [number, number]
}

/** Adds the demo's organisations, accounts and source, as of an instant (epoch ms). */
export async function addDemoAccounts(sql: Sql, at: number): Promise<DemoOrganisations> {
  return sql.begin(async (transaction) => {
    const organisation = (kind: 'BANK' | 'SUPERVISOR' | 'BORROWER', name: string) =>
      insertOrganisation(transaction, { kind, name, registeredAt: at })
    const ids = {
      platform: await platformOrganisation(transaction, at),
      bank: await organisation('BANK', '锡林浩特草原银行'),
      supervisor: await organisation('SUPERVISOR', '锡盟活畜监管公司'),
      borrower: await organisation('BORROWER', '敖包养殖合作社'),
    }
    const second = await organisation('BORROWER', '乌兰牧业公司')
    for (const { userName, role, organisation: name, displayName } of users) {
      await insertUser(transaction, { userName, password: demoPassword, role, organisationId: ids[name], displayName, createdAt: at })
    }
    await insertSource(transaction, { name: demoSource, secret: demoPassword, adapters: adapterNames, farmIds: null, createdAt: at })
    return { bank: ids.bank, supervisor: ids.supervisor, borrowers: [ids.borrower, second] }
  })
}

/** Adds the demo's one project over its farms. */
export async function addDemoProject(sql: Sql, organisations: DemoOrganisations, farmIds: readonly number[], at: number): Promise<void> {
  await insertProject(sql, {
    code: 'XM-2026-004',
    name: '锡林浩特活牛抵押贷款',
    bankOrgId: organisations.bank,
    borrowerOrgId: organisations.borrowers[0],
    supervisorOrgId: organisations.supervisor,
    contractHeadcount: 1240,
    loanAmount: 6_800_000,
    status: 'ACTIVE',
    startsOn: '2026-05-01',
    endsOn: '2027-04-30',
    farmIds,
    createdAt: at,
  })
}
