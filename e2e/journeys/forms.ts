import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** Finds a text field of a form; the star of a required field is part of its name. */
export const field = (within: Locator | Page, label: string) =>
  within.getByRole('textbox', { name: new RegExp(`^(\\* )?${label}$`) })

export const button = (within: Locator | Page, name: string) => within.getByRole('button', { name, exact: true })

/** Chooses an option by name, typing it if the field has a search. */
export async function choose(form: Locator, label: string, choice: string): Promise<void> {
  const finder = form.getByRole('combobox', { name: new RegExp(`^(\\* )?${label}$`) })
  await finder.click()
  // Only its own list: when drawing is slow, the previous one is still sliding away.
  const list = form.page().locator(`[id="${await finder.getAttribute('id')}_list"]`)
  const options = form
    .page()
    .locator('.ant-select-dropdown')
    .filter({ has: list })
    .locator('.ant-select-item-option')
    .filter({ visible: true })
  if (await finder.isEditable()) {
    await finder.fill(choice)
    // The results replace the initial options. A click before that would hit another option.
    await expect(options).toHaveText([choice])
  }
  await options.filter({ hasText: choice }).click()
}

/** A place on a map, by shares of its width and height. */
export type Share = readonly [x: number, y: number]

/** Returns the corners of a rectangle from two opposite ones. */
export const rectangle = ([west, north]: Share, [east, south]: Share): Share[] => [
  [west, north],
  [east, north],
  [east, south],
  [west, south],
]

/** Draws a ring on the map of a form. */
export async function draw(form: Locator, corners: readonly Share[]): Promise<void> {
  const canvas = form.locator('canvas.maplibregl-canvas')
  // Appears once the map accepts corners.
  await expect(button(form, '绘制轮廓')).toBeVisible()
  await expect(form.locator('.polygon-map-name').first()).toBeVisible()
  await canvas.scrollIntoViewIfNeeded()
  let box = { x: 0, y: 0, width: 0, height: 0 }
  // Waits for the drawer to finish sliding in.
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

/** Selects a sheet in an import dialog; the first row has the titles. */
export async function chooseSheet(dialog: Locator, name: string, rows: readonly (readonly string[])[]): Promise<void> {
  const buffer = Buffer.from(rows.map((cells) => cells.join(',')).join('\r\n'))
  await dialog.getByLabel('选择或拖入文件').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** Opens an action of a row. */
export async function act(page: Page, name: string, action: string): Promise<Locator> {
  await page.getByRole('button', { name: `对 ${name} 的操作` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  return page.getByRole('dialog')
}
