import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawDemoPicture } from './demoPictures.ts'

const at = Date.UTC(2026, 4, 1)

describe('pictures of the demo', () => {
  it('draws each kind as an image of its own proportions', async () => {
    const sizes = []
    for (const name of ['pen-1', 'trough-2', 'camera-1', 'banner-1', 'licence-1']) {
      const { width, height } = await sharp(Buffer.from(drawDemoPicture(name, at) ?? '')).metadata()
      sizes.push([width, height])
    }
    expect(sizes).toEqual([
      [960, 600],
      [960, 600],
      [960, 600],
      [1600, 500],
      [960, 680],
    ])
  })

  it('moves before cameras only', () => {
    expect(drawDemoPicture('pen-1', at)).toBe(drawDemoPicture('pen-1', at + 60_000))
    expect(drawDemoPicture('camera-1', at)).not.toBe(drawDemoPicture('camera-1', at + 60_000))
    expect(drawDemoPicture('pen-1', at)).not.toBe(drawDemoPicture('pen-2', at))
  })

  it('draws nothing for other names', () => {
    for (const name of ['cow-1', 'pen-', 'pen-1.jpg', '../pen-1', 'pen-12345'])
      expect(drawDemoPicture(name, at)).toBeNull()
  })
})
