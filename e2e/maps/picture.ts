import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Box, Rgb } from './tileServer.ts'

export interface Picture {
  width: number
  height: number
  at: (x: number, y: number) => Rgb
}

/** A wall that reloads has no map for a moment. */
async function boxOfMap(page: Page) {
  const canvas = page.locator('.farm-map canvas.maplibregl-canvas')
  for (;;) {
    const box = await canvas.boundingBox({ timeout: 90_000 })
    if (box) return box
    await canvas.waitFor({ timeout: 90_000 })
  }
}

/** Returns a picture of the middle of the wall's map, where nothing overlaps it. */
export async function pictureOfMap(page: Page): Promise<Picture> {
  // The wall pauses its tour after a user's input.
  await page.keyboard.press('Shift')
  const canvas = await boxOfMap(page)
  const clip = {
    x: canvas.x + canvas.width * 0.1,
    y: canvas.y + canvas.height * 0.12,
    width: canvas.width * 0.62,
    height: canvas.height * 0.74,
  }
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number): Rgb => {
    const place = (y * info.width + x) * 3
    return [data[place] ?? 0, data[place + 1] ?? 0, data[place + 2] ?? 0]
  }
  return { width: info.width, height: info.height, at }
}

/** Whether two colours look the same. */
export function isLike([r, g, b]: Rgb, [red, green, blue]: Rgb, by = 24): boolean {
  return Math.abs(r - red) <= by && Math.abs(g - green) <= by && Math.abs(b - blue) <= by
}

/** Returns the share of a picture with a colour, 0 to 1. */
export function shareOf({ width, height, at }: Picture, colour: Rgb, by?: number): number {
  let count = 0
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isLike(at(x, y), colour, by)) count++
  return count / (width * height)
}

/** Returns the bounding box of a colour, in pixels. Rows and columns with less than a tenth of the maximum count are ignored. */
export function boxOf({ width, height, at }: Picture, colour: Rgb): Box {
  const columns = Array.from({ length: width }, () => 0)
  const rows = Array.from({ length: height }, () => 0)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isLike(at(x, y), colour)) continue
      columns[x] = (columns[x] ?? 0) + 1
      rows[y] = (rows[y] ?? 0) + 1
    }
  }
  const ends = (counts: number[]) => {
    const minCount = Math.max(...counts, 1) / 10
    return [counts.findIndex((count) => count >= minCount), counts.findLastIndex((count) => count >= minCount)] as const
  }
  const [[left, right], [top, bottom]] = [ends(columns), ends(rows)]
  return [left, top, right, bottom]
}
