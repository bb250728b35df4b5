import { endpoints } from '#contract/calls/endpoints.ts'
import { foldDeviceId } from '#contract/values/deviceIds.ts'
import { inParallel, readAll, RefusedError, type Call } from '../calls.ts'
import { hash } from '../herd/random.ts'
import type { Stage } from './stage.ts'

const concurrency = 16

export interface StageRecords {
  farmId: number
  gateway: string
  /** The neckband of each animal of the recording. */
  neckbands: Map<string, string>
}

/**
 * Creates the records of a recording by the product's own calls. Existing ones are found by name, so a second replay creates nothing.
 * @param penOf index of an animal's pen in the stage, or null
 */
export async function makeStageRecords(
  call: Call,
  name: string,
  stage: Stage,
  penOf: ReadonlyMap<string, number | null>,
  borrowerOrgId: number | null,
): Promise<StageRecords> {
  const { boundary, plan, gateway } = stage
  const farms = await readAll((current, pageSize) => call(endpoints.farms.list, { current, pageSize, name }))
  const farmId =
    farms.find((farm) => farm.name === name)?.id ??
    (await call(endpoints.farms.addOrEdit, { name, borrowerOrgId, timeZone: 'UTC', boundary, plan })).id

  const pens = await readAll((current, pageSize) => call(endpoints.pens.list, { current, pageSize, farmId }))
  const penIds = await inParallel(stage.pens, concurrency, async ({ name, polygon }) => {
    const existingPen = pens.find((pen) => pen.name === name.slice(0, 100))
    return existingPen?.id ?? (await call(endpoints.pens.addOrEdit, { farmId, name: name.slice(0, 100), polygon })).id
  })

  const mac = `REC-GATEWAY-${mark(name)}`
  const gateways = await readAll((current, pageSize) => call(endpoints.gateways.list, { current, pageSize, farmId }))
  if (!gateways.some((known) => known.mac === mac)) {
    const [longitude, latitude] = gateway
    await call(endpoints.gateways.addOrEdit, { mac, name: `${name} G1`.slice(0, 100), farmId, longitude, latitude })
  }

  const animals = await readAll((current, pageSize) => call(endpoints.animals.list, { current, pageSize, farmId }))
  const worn = await readAll((current, pageSize) => call(endpoints.neckbands.list, { current, pageSize, farmId }))
  const animalOf = new Map(animals.map((animal) => [animal.visualTag, animal]))
  const deviceOf = new Map(worn.map(({ animalId, deviceId }) => [animalId, deviceId]))
  // Ids that no animal can have are sent nevertheless, for the server to refuse.
  const ids = [...penOf.keys()].filter((id) => id !== '')
  const devices = await inParallel(ids, concurrency, async (id) => {
    const visualTag = id.slice(0, 64)
    const pen = penOf.get(id) ?? null
    const farmSlotId = pen === null ? null : (penIds[pen] ?? null)
    const animalId =
      animalOf.get(visualTag)?.id ?? (await call(endpoints.animals.addOrEdit, { visualTag, farmId, farmSlotId })).id
    return deviceOf.get(animalId) ?? (await addNeckband(call, id, animalId, name))
  })
  return { farmId, gateway: mac, neckbands: new Map(ids.map((id, place) => [id, devices[place] ?? neckbandOf(id)])) }
}

/** Returns the neckband for an id of a recording. */
export function neckbandOf(id: string): string {
  return foldDeviceId(`REC-${id}`).slice(0, 64)
}

/** Adds a neckband. If another farm's recording already uses the id, the farm's hash is included. */
async function addNeckband(call: Call, id: string, animalId: number, farmName: string): Promise<string> {
  const model = 'recording'
  try {
    return (await call(endpoints.neckbands.addOrEdit, { deviceId: await free(call, neckbandOf(id)), model, animalId }))
      .deviceId
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 409) throw error
    const deviceId = foldDeviceId(`REC-${mark(farmName)}-${id}`).slice(0, 64)
    return (await call(endpoints.neckbands.addOrEdit, { deviceId, model, animalId })).deviceId
  }
}

/** @throws RefusedError 409 when a neckband of this id exists */
async function free(call: Call, deviceId: string): Promise<string> {
  const { list } = await call(endpoints.neckbands.list, { pageSize: 1000, deviceId })
  if (list.some((known) => known.deviceId === deviceId)) throw new RefusedError('neckband', 409, 'CONFLICT', deviceId)
  return deviceId
}

function mark(text: string): string {
  let value = 0
  for (const letter of text) value = hash(value, letter.codePointAt(0))
  return value.toString(16).toUpperCase().padStart(8, '0')
}
