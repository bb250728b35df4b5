import type { Role } from '#contract/people/roles.ts'
import type { Settings } from '../settings.ts'

export type DemoKind = Settings['DEMO_KIND']

interface DemoUser {
  userName: string
  role: Role
  /** Key of the organisation. */
  organisation: string
  displayName: string
}

const herdUsers: readonly DemoUser[] = [
  { userName: 'platform', role: 'ADMIN_PLATFORM', organisation: 'platform', displayName: '平台管理员' },
  { userName: 'supervisor', role: 'ADMIN_SUPERVISOR', organisation: 'supervisor', displayName: '监管负责人' },
  { userName: 'pm', role: 'SUPERVISOR_PM', organisation: 'supervisor', displayName: '苏日娜' },
  { userName: 'bank', role: 'ADMIN_BANK', organisation: 'bank', displayName: '银行负责人' },
  { userName: 'bankuser', role: 'BANK_USER', organisation: 'bank', displayName: '银行客户经理' },
  { userName: 'borrower', role: 'ADMIN_BORROWER', organisation: 'borrower', displayName: '巴特尔' },
]

/** The demo's accounts, by its kind. */
export const demoUsers: Readonly<Record<DemoKind, readonly DemoUser[]>> = {
  herd: herdUsers,
  platform: [
    ...herdUsers,
    { userName: 'pm2', role: 'SUPERVISOR_PM', organisation: 'supervisor', displayName: '额尔敦' },
    { userName: 'bank2', role: 'ADMIN_BANK', organisation: 'bank2', displayName: '李文博' },
    { userName: 'bankuser2', role: 'BANK_USER', organisation: 'bank2', displayName: '赵敏' },
    { userName: 'borrower2', role: 'ADMIN_BORROWER', organisation: 'borrower2', displayName: '乌兰' },
    { userName: 'borrower3', role: 'ADMIN_BORROWER', organisation: 'borrower3', displayName: '图雅' },
    { userName: 'borrower4', role: 'ADMIN_BORROWER', organisation: 'borrower4', displayName: '斯琴' },
    { userName: 'borrower5', role: 'ADMIN_BORROWER', organisation: 'borrower5', displayName: '朝鲁' },
  ],
}

/** Telephones of users and organisations, by user name, in this order from `+8613800000001`. */
const telephoneOrder = [
  ...herdUsers.map(({ userName }) => userName),
  'borrower2',
  'pm2',
  'bank2',
  'bankuser2',
  'borrower3',
  'borrower4',
  'borrower5',
]

export const telephoneOf = (userName: string) =>
  `+86138${String(telephoneOrder.indexOf(userName) + 1).padStart(8, '0')}`

const details = (userName: string, creditCode: string, contact: string, address: string) => ({
  creditCode,
  contact,
  telephone: telephoneOf(userName),
  email: `${userName === 'borrower2' ? 'ulan' : userName}@example.com`,
  address: `内蒙古${address}`,
})

const herdOrganisations = [
  {
    key: 'bank',
    kind: 'BANK',
    name: '锡林浩特草原银行',
    details: details('bank', '91152502MA0N5D3C0C', '银行负责人', '锡林浩特市团结大街 1 号'),
  },
  {
    key: 'supervisor',
    kind: 'SUPERVISOR',
    name: '锡盟活畜监管公司',
    details: details('supervisor', '91152502MA0N5D3C1F', '监管负责人', '锡林浩特市那达慕大街 8 号'),
  },
  {
    key: 'borrower',
    kind: 'BORROWER',
    name: '敖包养殖合作社',
    details: details('borrower', '93152502MA0N5D3C2C', '巴特尔', '锡林浩特市毛登牧场'),
  },
  {
    key: 'borrower2',
    kind: 'BORROWER',
    name: '乌兰牧业公司',
    details: details('borrower2', '91152502MA0N5D3C3M', '乌兰', '锡林浩特市白音锡勒牧场'),
  },
] as const

/** The demo's organisations, by its kind. All are invented. */
export const demoOrganisations = {
  herd: herdOrganisations,
  platform: [
    ...herdOrganisations,
    {
      key: 'bank2',
      kind: 'BANK',
      name: '北疆农村商业银行',
      details: details('bank2', '91152502MA0N5D3D4R', '李文博', '锡林浩特市锡林大街 66 号'),
    },
    {
      key: 'borrower3',
      kind: 'BORROWER',
      name: '图嘎畜牧合作社',
      details: details('borrower3', '93152502MA0N5D3D5N', '图雅', '锡林浩特市朝克乌拉苏木'),
    },
    {
      key: 'borrower4',
      kind: 'BORROWER',
      name: '淖尔牧业公司',
      details: details('borrower4', '91152502MA0N5D3D60', '斯琴', '阿巴嘎旗查干淖尔镇'),
    },
    {
      key: 'borrower5',
      kind: 'BORROWER',
      name: '灰腾梁家庭牧场',
      details: details('borrower5', '92152502MA0N5D3D70', '朝鲁', '锡林浩特市灰腾梁'),
    },
  ],
} as const satisfies Record<DemoKind, readonly unknown[]>
