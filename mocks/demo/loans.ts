/** The banks' administrators and the borrowers' administrators of the demo, by user name. */
export const banks = {
  bank: { name: '锡林浩特草原银行', clerk: 'bankuser' },
  bank2: { name: '北疆农村商业银行', clerk: 'bankuser2' },
} as const
export type BankUser = keyof typeof banks
export const borrowers = [
  { user: 'borrower', name: '敖包养殖合作社' },
  { user: 'borrower2', name: '乌兰牧业公司' },
  { user: 'borrower3', name: '图嘎畜牧合作社' },
  { user: 'borrower4', name: '淖尔牧业公司' },
  { user: 'borrower5', name: '灰腾梁家庭牧场' },
] as const

/** One loan of the demo and what becomes of it. Amounts are decimal texts. */
export interface LoanPlan {
  code: string
  name: string
  /** Indexes of its farms in the scene. */
  farms: readonly number[]
  bank: BankUser
  borrower: number
  amount: string
  /** Price per head and haircut at its opening. */
  unitPrice: string
  haircut: string
  /** Age of its opening, days. */
  openedDaysAgo: number
  termDays: number
  /** WAITING: its bank and its borrower must decide. */
  becomes: 'RUNNING' | 'CLOSING' | 'DRAFT' | 'WAITING'
  prices: readonly { daysAgo: number; unitPrice: string; reason: string }[]
  balances: readonly { daysAgo: number; balance: string }[]
  /** Heads lost, with a document. */
  losses: readonly { daysAgo: number; kind: 'DEATH' | 'THEFT'; reason: string }[]
}

const fall = '活牛市场价下跌，按交易市场月中报价调整。'
const rise = '市场价回升，按交易市场报价调整。'

/** Ten loans: one below its minimum line, one below its warning line, one with a site cut off, one closing, one draft, one that waits. */
export const loanPlans: readonly LoanPlan[] = [
  {
    code: 'XM-2026-011',
    name: '敖包活牛质押贷款',
    farms: [0, 1],
    bank: 'bank',
    borrower: 0,
    amount: '1100000.00',
    unitPrice: '13800.00',
    haircut: '0.4',
    openedDaysAgo: 30,
    termDays: 365,
    becomes: 'RUNNING',
    prices: [
      { daysAgo: 21, unitPrice: '12600.00', reason: fall },
      { daysAgo: 10, unitPrice: '13300.00', reason: rise },
    ],
    balances: [{ daysAgo: 14, balance: '1075000.00' }],
    losses: [{ daysAgo: 17, kind: 'DEATH', reason: '夜间胀气死亡，兽医出具死亡证明。' }],
  },
  {
    code: 'XM-2026-012',
    name: '南河育肥牛贷款',
    farms: [2],
    bank: 'bank',
    borrower: 1,
    amount: '675000.00',
    unitPrice: '13400.00',
    haircut: '0.4',
    openedDaysAgo: 30,
    termDays: 180,
    becomes: 'RUNNING',
    prices: [
      { daysAgo: 20, unitPrice: '12000.00', reason: fall },
      { daysAgo: 8, unitPrice: '10700.00', reason: '育肥牛收购价持续走低，按交易市场报价调整。' },
    ],
    balances: [],
    losses: [
      { daysAgo: 19, kind: 'DEATH', reason: '肺炎死亡，已无害化处理。' },
      { daysAgo: 6, kind: 'THEFT', reason: '南侧围栏被剪断，已报案。' },
    ],
  },
  {
    code: 'BJ-2026-034',
    name: '东滩母牛贷款',
    farms: [3],
    bank: 'bank2',
    borrower: 1,
    amount: '425000.00',
    unitPrice: '13200.00',
    haircut: '0.35',
    openedDaysAgo: 30,
    termDays: 365,
    becomes: 'RUNNING',
    prices: [{ daysAgo: 13, unitPrice: '12600.00', reason: fall }],
    balances: [],
    losses: [{ daysAgo: 11, kind: 'DEATH', reason: '难产死亡，兽医出具证明。' }],
  },
  {
    code: 'XM-2026-015',
    name: '乌兰图嘎活牛质押贷款',
    farms: [4],
    bank: 'bank',
    borrower: 2,
    amount: '430000.00',
    unitPrice: '13600.00',
    haircut: '0.4',
    openedDaysAgo: 30,
    termDays: 365,
    becomes: 'RUNNING',
    prices: [{ daysAgo: 20, unitPrice: '12900.00', reason: fall }],
    balances: [{ daysAgo: 9, balance: '417500.00' }],
    losses: [],
  },
  {
    code: 'BJ-2026-036',
    name: '西山短期周转贷款',
    farms: [5],
    bank: 'bank2',
    borrower: 2,
    amount: '210000.00',
    unitPrice: '13300.00',
    haircut: '0.35',
    openedDaysAgo: 29,
    termDays: 35,
    becomes: 'CLOSING',
    prices: [],
    balances: [
      { daysAgo: 15, balance: '140000.00' },
      { daysAgo: 2, balance: '0.00' },
    ],
    losses: [],
  },
  {
    code: 'BJ-2026-037',
    name: '查干淖尔活牛质押贷款',
    farms: [6],
    bank: 'bank2',
    borrower: 3,
    amount: '260000.00',
    unitPrice: '13300.00',
    haircut: '0.35',
    openedDaysAgo: 28,
    termDays: 365,
    becomes: 'RUNNING',
    prices: [{ daysAgo: 12, unitPrice: '12800.00', reason: fall }],
    balances: [{ daysAgo: 12, balance: '247500.00' }],
    losses: [],
  },
  {
    code: 'XM-2026-018',
    name: '达布希牧场贷款',
    farms: [7],
    bank: 'bank',
    borrower: 3,
    amount: '195000.00',
    unitPrice: '13800.00',
    haircut: '0.4',
    openedDaysAgo: 24,
    termDays: 365,
    becomes: 'RUNNING',
    prices: [],
    balances: [],
    losses: [],
  },
  {
    code: 'BJ-2026-041',
    name: '灰腾梁家庭牧场贷款',
    farms: [8],
    bank: 'bank2',
    borrower: 4,
    amount: '180000.00',
    unitPrice: '13300.00',
    haircut: '0.35',
    openedDaysAgo: 18,
    termDays: 365,
    becomes: 'RUNNING',
    prices: [],
    balances: [],
    losses: [],
  },
  {
    code: 'BJ-2026-044',
    name: '毛登北队母牛贷款',
    farms: [9],
    bank: 'bank2',
    borrower: 4,
    amount: '120000.00',
    unitPrice: '13000.00',
    haircut: '0.35',
    openedDaysAgo: 2,
    termDays: 365,
    becomes: 'DRAFT',
    prices: [],
    balances: [],
    losses: [],
  },
  {
    code: 'XM-2026-023',
    name: '巴彦查干扩群贷款',
    farms: [10],
    bank: 'bank',
    borrower: 0,
    amount: '95000.00',
    unitPrice: '13200.00',
    haircut: '0.4',
    openedDaysAgo: 1,
    termDays: 365,
    becomes: 'WAITING',
    prices: [],
    balances: [],
    losses: [],
  },
]
