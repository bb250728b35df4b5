// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { farmInputSchema } from '#contract/herd/farms.ts'
import { animalInputSchema } from '#contract/herd/animals.ts'
import { penInputSchema } from '#contract/herd/pens.ts'
import { createScene } from './createScene.ts'
import { depth } from './plane.ts'

describe('demo scene', () => {
  const scene = createScene()

  it('has 6 farms, 24 gateways, 1,200 animals and as many neckbands', () => {
    expect(scene.farms).toHaveLength(6)
    expect(new Set(scene.gateways.map(({ mac }) => mac)).size).toBe(24)
    expect(scene.animals).toHaveLength(1200)
    expect(new Set(scene.animals.map(({ neckband }) => neckband)).size).toBe(1200)
    expect(new Set(scene.animals.map(({ visualTag }) => visualTag)).size).toBe(1200)
    expect(new Set(scene.animals.map(({ electronicTag }) => electronicTag.value)).size).toBe(1200)
    expect(scene.animals.every(({ index }, place) => index === place)).toBe(true)
    expect(scene.pens.every(({ index }, place) => index === place)).toBe(true)
    for (const { mac } of scene.gateways) expect(mac).toMatch(/^AC233F0000[0-9A-F]{2}$/)
    for (const { neckband } of scene.animals) expect(neckband).toMatch(/^AC233F1[0-9A-F]{5}$/)
  })

  it('gives each borrower three farms', () => {
    expect(scene.farms.filter(({ borrower }) => borrower === 0)).toHaveLength(3)
  })

  it('has pens with sides of 100 to 260 m that do not overlap', () => {
    for (const pen of scene.pens) {
      for (const { from, to } of pen.sides) {
        expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeGreaterThan(100)
        expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeLessThan(265)
      }
      for (const other of pen.farm.pens) {
        if (other === pen) continue
        for (const corner of other.quad) expect(depth(pen.sides, corner)).toBeLessThan(0)
      }
      expect(depth(pen.sides, pen.trough)).toBeGreaterThan(0)
    }
  })

  it('passes the product’s own checks', () => {
    for (const farm of scene.farms) {
      expect(farmInputSchema.safeParse(farm).error).toBeUndefined()
      for (const pen of farm.pens)
        expect(penInputSchema.safeParse({ ...pen, farm: null, farmId: 1 }).error).toBeUndefined()
    }
    for (const animal of scene.animals)
      expect(animalInputSchema.safeParse({ ...animal, farmId: 1 }).error).toBeUndefined()
  })
})
