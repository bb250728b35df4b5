import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { lookupKinds } from '#contract/herd/lookups.ts'
import { type Role, roles } from '#contract/people/roles.ts'
import { mayCall } from './api/mayCall.ts'
import type { RecordList } from './list/describe.ts'
import type { RecordLists } from './list/describeRecords.tsx'
import { stepsFor } from './list/rows/nextSteps.ts'
import { languageCodes, languages } from './locale/languages.ts'
import { screens } from './routes.tsx'
import { maySee } from './navigation/screen.ts'
import { bannerLists } from './entities/banners/bannerLists.tsx'
import { openTestConsole } from './testConsole.tsx'
import { alertList } from './screens/projects/alerts/alertList.ts'
import { balanceList } from './screens/projects/balances/balanceList.tsx'
import { lineList, pledgeList } from './screens/projects/collateral/collateralLists.tsx'
import { projectTicketList } from './screens/projects/info/tabs/projectTicketList.tsx'
import { draftList } from './screens/projects/ledger/draftList.tsx'
import { dayCloseList, headList, ledgerList } from './screens/projects/ledger/ledgerLists.tsx'
import { logListOf } from './screens/projects/logs/logList.tsx'
import { lookupList } from './screens/settings/lookupLists.tsx'

const modules = import.meta.glob<Record<string, unknown>>([
  './screens/**/*.ts',
  './screens/**/*.tsx',
  './entities/**/*.tsx',
  '!./**/*.test.*',
  '!./**/*Screen.tsx',
])
const sources = import.meta.glob<string>(
  ['./screens/**/*.ts', './screens/**/*.tsx', './entities/**/*.tsx', '!./**/*.test.*'],
  { query: '?raw', import: 'default', eager: true },
)
const routes = Object.values(
  import.meta.glob<string>('./routes/*.ts', { query: '?raw', import: 'default', eager: true }),
).join('\n')

const isLists = (one: object): one is RecordLists => 'records' in one && 'bin' in one
const isList = (one: object): one is RecordList => 'emptyId' in one && 'endpoint' in one

/** Lists that are described for each project, or for each kind of entry, by their modules. */
const describedForEach: Readonly<Record<string, readonly RecordList[]>> = {
  './entities/banners/bannerLists.tsx': (['webBanners', 'appBanners'] as const)
    .map(bannerLists)
    .flatMap(({ records: kept, bin }) => [kept, bin]),
  './screens/projects/alerts/alertList.ts': [alertList(3, null)],
  './screens/projects/balances/balanceList.tsx': [balanceList({ id: 3, isRunning: true, moment: null })],
  './screens/projects/collateral/collateralLists.tsx': [lineList, pledgeList].map((listOf) =>
    listOf({ id: 3, status: 'ACTIVE', role: 'SUPERVISOR_PM', moment: null }),
  ),
  './screens/projects/ledger/draftList.tsx': [draftList({ id: 3, timeZone: 'Asia/Shanghai', mayDecide: true })],
  './screens/projects/ledger/ledgerLists.tsx': [ledgerList, headList, dayCloseList].map((listOf) =>
    listOf({ id: 3, timeZone: 'Asia/Shanghai', mayCorrect: true, isRunning: true, moment: null }),
  ),
  './screens/projects/info/tabs/projectTicketList.tsx': [projectTicketList(3, null)],
  './screens/projects/logs/logList.tsx': [logListOf(3, null)],
  './screens/settings/lookupLists.tsx': lookupKinds.map(lookupList),
}

/** The lists that a module describes. */
async function listsOf(path: string): Promise<RecordList[]> {
  const found = Object.values((await modules[path]?.()) ?? {}).filter(
    (one): one is object => typeof one === 'object' && one !== null,
  )
  const described = found.flatMap((one) => (isLists(one) ? [one.records, one.bin] : isList(one) ? [one] : []))
  return [...described, ...(describedForEach[path] ?? [])]
}

/** The roles that open a list: those that the call lets in and, where it is one screen's, that screen too. */
function viewersOf(path: string, list: RecordList): Role[] {
  const folder = /^\.\/screens\/[^/]+\//.exec(path)?.[0]
  const own = screens.filter(
    (screen) =>
      folder === undefined || routes.split(`path: '${screen.path}'`)[1]?.split("path: '")[0]?.includes(folder.slice(1)),
  )
  return roles.filter((role) => mayCall(list.endpoint, role) && own.some((screen) => maySee(screen, role)))
}

/** Every list that a screen describes; a module whose lists are not found here fails the test. */
async function allLists(): Promise<{ list: RecordList; viewers: Role[] }[]> {
  const paths = Object.entries(sources).flatMap(([path, source]) =>
    /\bdescribe(List|Records)\(/.test(source) ? [path] : [],
  )
  const found = await Promise.all(paths.map(async (path) => ({ path, lists: await listsOf(path) })))
  expect(found.filter(({ lists }) => lists.length === 0).map(({ path }) => path)).toEqual([])
  return found.flatMap(({ path, lists }) => lists.map((list) => ({ list, viewers: viewersOf(path, list) })))
}
const lists = await allLists()

/** Lists that fill by themselves, as recycle bins do, by something above them on their page, or are never empty: there is nothing to be done where one is empty. */
const fillsItself = new Set([
  'alertRules',
  'alertScreen',
  'alerts',
  'animals.uninsured',
  'animals.unpledged',
  'baseMap',
  'blindPens',
  'collateral',
  'dailyLogs',
  'dayCloses',
  'feedback',
  'ledgerDrafts',
  'ledgerEntries',
  'loanBalances',
  'pledges',
  'projectHeads',
  'rejectedReadings',
  'rules',
  'securityEvents',
  'tickets',
  'unknownDevices',
])

describe.each(lists.map((one) => [one.list.noun, one] as const))('empty list %s', (noun, { list, viewers }) => {
  test('offers each role its next step, or fills by itself', () => {
    expect(viewers.length).toBeGreaterThan(0)
    for (const role of viewers) {
      const steps = stepsFor(list.next, role, screens)
      expect([noun, role, steps.length > 0]).toEqual([noun, role, !fillsItself.has(noun) && !noun.endsWith('.bin')])
      expect(steps.every(({ call }) => mayCall(call, role))).toBe(true)
    }
  })

  test.each(languageCodes)('explains its next step without naming buttons in %s', async (code) => {
    const words = (await languages[code].load()).messages[list.emptyId]
    expect(words).not.toMatch(/[“”「」"]/)
    const clauses = words.split(/[.。：，；:,](?:\s|$|(?=\p{Script=Han}))/u).filter(Boolean)
    expect(clauses.length).toBeGreaterThan(fillsItself.has(noun) ? 0 : 1)
  })
})

describe('next steps', async () => {
  const { open, signIn } = openTestConsole()

  test('omits steps the role cannot take', () => {
    const farms = lists.find(({ list }) => list.noun === 'gateways')?.list.next ?? []
    expect(stepsFor(farms, 'SUPERVISOR_PM', screens)).toHaveLength(3)
    expect(stepsFor(farms, 'SUPERVISOR_PM', [])).toHaveLength(1)
    expect(stepsFor(farms, 'ADMIN_BANK', screens)).toEqual([])
  })

  test('opens the form of the first record', async () => {
    signIn('pm')
    const { user } = await open('/dashboard/animal-monitor/insurance')
    const empty = (await screen.findByText(/^暂无保单/)).closest<HTMLElement>('.no-rows')
    await user.click(within(empty as HTMLElement).getByRole('button', { name: '新增保单' }))
    expect(await screen.findByRole('textbox', { name: '保单号' })).toBeTruthy()
  })
})
