import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { roles } from '#contract/people/roles.ts'
import { mayCall } from '../api/mayCall.ts'
import type { RecordList } from '../list/describe.ts'
import type { RecordLists } from '../list/describeRecords.tsx'
import { stepsFor } from '../list/rows/nextSteps.ts'
import { languageCodes, languages } from '../locale/languages.ts'
import { screens } from '../routes.tsx'
import { openTestConsole } from '../testConsole.tsx'

const modules = import.meta.glob<Record<string, unknown>>(['./*/*.ts', './*/*.tsx', '../entities/*.tsx', '!./*/*.test.ts', '!./*/*.test.tsx', '!./*/*Screen.tsx'])
const sources = import.meta.glob<string>(['./*/*.ts', './*/*.tsx', '../entities/*.tsx', '!./*/*.test.ts', '!./*/*.test.tsx'], { query: '?raw', import: 'default', eager: true })
const describing = /= describe(List|Records)\(/g

const isLists = (one: object): one is RecordLists => 'kept' in one && 'bin' in one
const isList = (one: object): one is RecordList => 'emptyId' in one && 'endpoint' in one

/** Every list that a screen describes. */
async function allLists(): Promise<RecordList[]> {
  const files = Object.entries(sources).filter(([, source]) => source.match(describing))
  const exported = (await Promise.all(files.map(async ([path]) => (await modules[path]?.()) ?? {}))).flatMap((module) => Object.values(module))
  const found = exported.filter((one): one is object => typeof one === 'object' && one !== null)
  expect(found.filter((one) => isLists(one) || isList(one)).length).toBe(files.reduce((sum, [, source]) => sum + (source.match(describing)?.length ?? 0), 0))
  return found.flatMap((one) => (isLists(one) ? [one.kept, one.bin] : isList(one) ? [one] : []))
}
const lists = await allLists()

/** What fills by itself, as recycle bins do, and has nothing to be done where it is empty. */
const fillsItself = new Set(['blindPens', 'rejectedReadings', 'securityEvents', 'tickets', 'unknownDevices'])

describe.each(lists.map((list) => [list.noun, list] as const))('%s, empty', (noun, list) => {
  test('offers each role that sees it what it may do next, or fills by itself', () => {
    const viewers = roles.filter((role) => mayCall(list.endpoint, role) && screens.some((one) => one.roles !== 'open' && (one.roles === 'signedIn' || one.roles.some((seen) => seen === role))))
    expect(viewers.length).toBeGreaterThan(0)
    for (const role of viewers) {
      const steps = stepsFor(list.next, role, screens)
      expect([noun, role, steps.length > 0]).toEqual([noun, role, !fillsItself.has(noun) && !noun.endsWith('.bin')])
      expect(steps.every(({ call }) => mayCall(call, role))).toBe(true)
    }
  })

  test.each(languageCodes)('%s: says more than that there is nothing, and names no button that somebody may not have', async (code) => {
    const words = (await languages[code].load()).default[list.emptyId]
    expect(words).not.toMatch(/[“”「」"]/)
    expect(words.split(/[.。：，；:,](?:\s|$|(?=\p{Script=Han}))/u).filter(Boolean).length).toBeGreaterThan(1)
  })
})

describe('what is offered', () => {
  const console_ = openTestConsole()

  test('a step that leads nowhere for a role, or takes a call that it may not make, is left out', () => {
    const farms = lists.find(({ noun }) => noun === 'gateways')?.next ?? []
    expect(stepsFor(farms, 'SUPERVISOR_PM', screens)).toHaveLength(3)
    expect(stepsFor(farms, 'SUPERVISOR_PM', [])).toHaveLength(1)
    expect(stepsFor(farms, 'ADMIN_BANK', screens)).toEqual([])
  })

  test('opens the form of the first record, or the page where it begins', async () => {
    const { open, signIn } = await console_
    signIn('pm')
    const { user } = await open('/dashboard/animal-monitor/insurance')
    const empty = (await screen.findByText(/^还没有保险单/)).closest<HTMLElement>('.no-rows')
    await user.click(within(empty as HTMLElement).getByRole('button', { name: '新增保险单' }))
    expect(await screen.findByRole('textbox', { name: '保单号' })).toBeTruthy()
  })
})
