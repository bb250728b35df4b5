import type { Page } from '@playwright/test'
import { expect, listenForFaults } from '../../fixtures.ts'
import { signInDemo, type test } from '../../people.ts'
import type { Product } from '../../product.ts'

type OpenAs = Parameters<Parameters<typeof test>[2]>[0]['openAs']

/** The parties of a project, each in its own browser context. */
export interface Parties {
  pm: Page
  supervisor: Page
  bank: Page
  borrower: Page
  /** A second page of the bank, for decisions while the first stays open. */
  bankDesk: Page
  /** Errors of the pages. */
  faults: () => string[]
}

const refused = /status of (400|409)/
const toDecide = '/dashboard/approvals?mine=TO_DECIDE'

/** Opens a browser context for each party. Pages of approvers show their pending decisions. */
export async function openParties(openAs: OpenAs, product: Product): Promise<Parties> {
  const names = ['pm', 'supervisor', 'bank', 'borrower'] as const
  const [pm, supervisor, bank, borrower] = await Promise.all(
    names.map(async (name) => openAs(await signInDemo(product, name))),
  )
  if (!pm || !supervisor || !bank || !borrower) throw new Error('no browser')
  const bankDesk = await bank.context().newPage()
  // Five pages are drawn at once, so none is larger than a desktop.
  await Promise.all(
    [pm, supervisor, bank, borrower, bankDesk].map((page) => page.setViewportSize({ width: 1366, height: 768 })),
  )
  // The page shows refusals to the project manager, and the browser logs them.
  const faults = [
    listenForFaults(pm, refused),
    ...[supervisor, bank, borrower, bankDesk].map((page) => listenForFaults(page)),
  ]
  await Promise.all([
    pm.goto('/user/login'),
    supervisor.goto(toDecide),
    bankDesk.goto(toDecide),
    borrower.goto(toDecide),
  ])
  return { pm, supervisor, bank, borrower, bankDesk, faults: () => faults.flat() }
}

/** Approves a request on the open page of pending decisions. */
export async function approve(page: Page, kind: string, subject: string): Promise<void> {
  const row = page.getByRole('row', { name: new RegExp(`${subject}.*${kind}`) })
  await row.getByText(subject).click()
  const decision = page.getByRole('region', { name: '审批决定' })
  const approval = decision.getByRole('button', { name: /通\s*过/ })
  await expect(approval).toBeVisible()
  // What a decider must state first: that heads and animals differ, and what became of money owed.
  for (const facts of [decision.getByRole('checkbox'), decision.getByRole('radio', { name: /已全部还清/ })])
    if ((await facts.count()) > 0) await facts.first().check()
  await approval.click()
  await expect(row).toHaveCount(0)
}
