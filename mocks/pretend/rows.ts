import type { endpoints } from '#contract/endpoints.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { Animal } from '#contract/animals.ts'
import type { Farm } from '#contract/farms.ts'
import type { Gateway } from '#contract/gateways.ts'
import type { Scene } from '#contract/monitor.ts'
import type { Neckband } from '#contract/neckbands.ts'
import type { Pen } from '#contract/pens.ts'
import type { SceneFarm, SceneGateway, ScenePen } from '../herd/scene.ts'
import { penIdOf } from './frame.ts'
import type { Beast, World } from './world.ts'

/** The records as the calls answer them. Ids are places in the scene, from one. */

const projectCode = 'XM-2026-004'
/** Ids of the pretend borrowers. */
export const borrowerOrgIds = [4, 5] as const

export const instant = (at: number) => (Number.isNaN(at) ? null : new Date(at).toISOString())
const known = (value: number) => (Number.isNaN(value) ? null : value)

function farmRow({ index, name, borrower, address, timeZone, boundary, plan }: SceneFarm): Scene['farms'][number] {
  const borrowerOrgId = borrowerOrgIds[borrower]
  return { id: index + 1, name, borrowerOrgId, address, timeZone, boundary, plan, windowMinutes: 60 }
}

export function toFarm(world: World, farm: SceneFarm): Farm {
  const { ledger, heard, unverified, unaccounted, windowMinutes, at } = world.headcount(farm)
  return { ...farmRow(farm), headcount: { ledger, heard, unverified, unaccounted, windowMinutes, at: new Date(at).toISOString() } }
}

export function toPen({ index, farm, name, polygon, capacity, purpose }: ScenePen): Pen {
  const heads = farm.animals.filter(({ pen }) => pen.index === index).length
  return { id: index + 1, farmId: farm.index + 1, name, polygon, capacity, purpose, heads }
}

function gatewayRow({ index, mac, name, farm, pen, position: [longitude, latitude] }: SceneGateway): Scene['gateways'][number] {
  return { id: index + 1, mac, name, farmId: farm.index + 1, farmSlotId: pen.index + 1, longitude, latitude }
}

export function toGateway(world: World, gateway: SceneGateway): Gateway {
  const { state, lastSeenAt } = world.gateway(gateway)
  return { ...gatewayRow(gateway), state, lastSeenAt: instant(lastSeenAt ?? Number.NaN), rejected: {} }
}

export function toAnimal({ animal }: Beast): Animal {
  const { index, visualTag, electronicTag, farm, pen, breed, sex, birthDate } = animal
  return {
    id: index + 1,
    visualTag,
    electronicTag,
    farmId: farm.index + 1,
    farmSlotId: pen.index + 1,
    category: 'CATTLE',
    breed,
    sex,
    birthDate,
    status: 'IN_HERD',
    neckbandId: index + 1,
  }
}

export function toNeckband(beast: Beast): Neckband {
  const { animal, battery, heardAt, longitude, latitude, gateway, rssi } = beast
  return {
    id: animal.index + 1,
    deviceId: animal.neckband,
    model: 'BLE-GPS N2',
    animalId: animal.index + 1,
    farmId: animal.farm.index + 1,
    battery: known(battery),
    lastSeenAt: instant(heardAt),
    longitude: known(longitude),
    latitude: known(latitude),
    fixAt: instant(heardAt),
    farmSlotId: penIdOf(beast) || null,
    gatewayId: gateway && gateway.index + 1,
    rssi: known(rssi),
  }
}

export function toCard(world: World, beast: Beast): Reply<typeof endpoints.animals.card> {
  const { animal, battery, heardAt, accuracyM, gateway, rssi, temperatureC } = beast
  return {
    ...toAnimal(beast),
    deviceId: animal.neckband,
    farmName: animal.farm.name,
    penName: animal.pen.name,
    projectCode,
    battery: known(battery),
    lastSeenAt: instant(heardAt),
    fixAt: instant(heardAt),
    accuracyM: known(accuracyM),
    gatewayMac: gateway?.mac ?? null,
    rssi: known(rssi),
    temperatureC: known(temperatureC),
    strip: world.strip(beast),
  }
}

export function toScene({ scene }: World): Scene {
  return {
    farms: scene.farms.map(farmRow),
    pens: scene.pens.map(toPen),
    gateways: scene.gateways.map(gatewayRow),
    projects: [
      {
        id: 1,
        code: projectCode,
        name: '锡林浩特活牛质押贷款',
        contractHeadcount: 1240,
        farmIds: scene.farms.map(({ index }) => index + 1),
      },
    ],
  }
}
