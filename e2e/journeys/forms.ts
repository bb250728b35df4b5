import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** A text field of a form; the star of one that has to be filled in is part of its name. */
export const field = (within: Locator | Page, label: string) => within.getByRole('textbox', { name: new RegExp(`^(\\* )?${label}$`) })

export const button = (within: Locator | Page, name: string) => within.getByRole('button', { name, exact: true })

/** Chooses one of several by its name, which is typed where there is a search. */
export async function choose(form: Locator, label: string, choice: string): Promise<void> {
  const finder = form.getByRole('combobox', { name: new RegExp(`^(\\* )?${label}$`) })
  await finder.click()
  // Its own: where drawing is slow, what was chosen before is still sliding away.
  const list = form.page().locator(`[id="${await finder.getAttribute('id')}_list"]`)
  const options = form.page().locator('.ant-select-dropdown').filter({ has: list }).locator('.ant-select-item-option').filter({ visible: true })
  if (await finder.isEditable()) {
    await finder.fill(choice)
    // The found rows take the place of the first ones: a click before that would meet another one.
    await expect(options).toHaveText([choice])
  }
  await options.filter({ hasText: choice }).click()
}

/** A place on a map, by shares of its width and height. */
export type Share = readonly [x: number, y: number]

/** The corners of a rectangle between two of them. */
export const rectangle = ([west, north]: Share, [east, south]: Share): Share[] => [[west, north], [east, north], [east, south], [west, south]]

/** Draws a ring on the map of a form. */
export async function draw(form: Locator, corners: readonly Share[]): Promise<void> {
  const canvas = form.locator('canvas.maplibregl-canvas')
  // There once the map takes corners.
  await expect(button(form, '绘制轮廓')).toBeVisible()
  await expect(form.locator('.polygon-map-name').first()).toBeVisible()
  await canvas.scrollIntoViewIfNeeded()
  let box = { x: 0, y: 0, width: 0, height: 0 }
  // A drawer slides in.
  await expect(async () => {
    const before = box
    box = (await canvas.boundingBox()) ?? box
    expect([box.width > 0, box]).toEqual([true, before])
  }).toPass()
  const { mouse } = form.page()
  for (const [x, y] of [...corners, ...corners.slice(0, 1)]) {
    await mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 3 })
    await mouse.click(box.x + box.width * x, box.y + box.height * y)
  }
  await expect(form.locator('.polygon-area')).toBeVisible()
}

/** Has a sheet read that is chosen in the dialog of an import; the first row has its titles. */
export async function chooseSheet(dialog: Locator, name: string, rows: readonly (readonly string[])[]): Promise<void> {
  const buffer = Buffer.from(rows.map((cells) => cells.join(',')).join('\r\n'))
  await dialog.getByLabel('选择或拖入文件').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** Opens one of the things that can be done with a row. */
export async function act(page: Page, name: string, action: string): Promise<Locator> {
  await page.getByRole('button', { name: `对 ${name} 的操作` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  return page.getByRole('dialog')
}
