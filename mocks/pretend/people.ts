import type { Organisation } from '#contract/organisations.ts'
import type { OrganisationKind, Role } from '#contract/roles.ts'
import type { User } from '#contract/users.ts'
import type { Caller } from './answer.ts'
import { found } from './refusal.ts'
import { Table } from './table.ts'

const startedAt = Date.UTC(2026, 0, 5, 1)
const dayMs = 86_400_000
const dayAt = (day: number) => new Date(startedAt + day * dayMs).toISOString()

/** An organisation by its name, kind, credit code and status. */
type OrganisationSeed = readonly [string, OrganisationKind, string | null, Organisation['status']]

const organisationSeeds: readonly OrganisationSeed[] = [
  ['平台运营', 'PLATFORM', null, 'ACTIVE'],
  ['锡林浩特草原银行', 'BANK', '91152502MA0N5D3C0C', 'ACTIVE'],
  ['锡盟活畜监管公司', 'SUPERVISOR', '91152502MA0N5D3C1F', 'ACTIVE'],
  ['敖包养殖合作社', 'BORROWER', '93152502MA0N5D3C2C', 'ACTIVE'],
  ['乌兰牧业公司', 'BORROWER', '91152502MA0N5D3C3M', 'ACTIVE'],
  ['呼伦贝尔农商银行', 'BANK', '91152502MA0N5D3C4Q', 'DISABLED'],
  ['北方牲畜托管公司', 'SUPERVISOR', '91152502MA0N5D3C5U', 'PENDING_APPROVAL'],
  ['巴音育肥场', 'BORROWER', '91152502MA0N5D3C6Y', 'REJECTED'],
  ['西林牧场', 'BORROWER', '91152502MA0N5D3C72', 'PENDING_ACTIVATION'],
]

/** A user by name, role, name shown and place of the organisation. */
type UserSeed = readonly [string, Role | null, string, number, User['status']?]

const userSeeds: readonly UserSeed[] = [
  ['platform', 'ADMIN_PLATFORM', '平台管理员', 1],
  ['supervisor', 'ADMIN_SUPERVISOR', '监管负责人', 3],
  ['pm', 'SUPERVISOR_PM', '苏日娜', 3],
  ['bank', 'ADMIN_BANK', '银行负责人', 2],
  ['bankuser', 'BANK_USER', '银行客户经理', 2],
  ['borrower', 'ADMIN_BORROWER', '巴特尔', 4],
  ['otgon', 'ADMIN_BORROWER', '敖特根', 5],
  ['naran', 'SUPERVISOR_USER', '娜仁', 3],
  ['chen.wei', 'BANK_USER', '陈伟', 2, 'DISABLED'],
  ['li.na', null, '李娜', 2],
  ['north.admin', 'ADMIN_SUPERVISOR', '高娃', 7],
  ['hulun.admin', 'ADMIN_BANK', '王芳', 6],
]

/** What is pretended of people: organisations and their users, and who a caller is. */
export interface People {
  organisations: Table<Organisation>
  users: Table<User>
  /** @throws Refusal NOT_FOUND where nobody is signed in */
  callerOf(caller: Caller | null): User
  /** An organisation as answers carry it, its users counted. */
  counted(organisation: Organisation): Organisation
}

export function createPeople(): People {
  const organisations = new Table(organisationSeeds.map(toOrganisation))
  const users = new Table(userSeeds.map((seed, place) => toUser(seed, place, organisations)))
  return {
    organisations,
    users,
    callerOf: (caller) => found(users.all().find(({ userName }) => userName === caller?.userName)),
    counted: (organisation) => ({
      ...organisation,
      users: users.all().filter(({ organisationId }) => organisationId === organisation.id).length,
    }),
  }
}

function toOrganisation([name, role, creditCode, status]: OrganisationSeed, place: number): Organisation {
  return {
    id: place + 1,
    role,
    name,
    creditCode,
    contact: '联系人',
    telephone: `+8613900000${String(place).padStart(3, '0')}`,
    email: `office${place}@example.com`,
    address: '内蒙古锡林浩特市',
    licenceImageId: null,
    status,
    registeredDate: dayAt(place),
    requiresTwoFactor: false,
    users: 0,
    updatedAt: dayAt(place),
    version: 1,
  }
}

function toUser([userName, role, displayName, organisationId, status = 'ACTIVE']: UserSeed, place: number, organisations: Table<Organisation>): User {
  const organisation = organisations.find(organisationId)
  return {
    id: place + 1,
    userName,
    displayName,
    role,
    telephone: `+8613800000${String(place).padStart(3, '0')}`,
    email: `${userName}@example.com`,
    organisationId,
    organisationName: organisation.name,
    organisationKind: organisation.role,
    status,
    twoFactor: false,
    passwordSetAt: dayAt(place),
    lastSeenAt: status === 'ACTIVE' ? dayAt(100 - place) : null,
    createdAt: dayAt(place),
    updatedAt: dayAt(place),
    version: 1,
  }
}
