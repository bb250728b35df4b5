import { endpoints } from '#contract/calls/endpoints.ts'
import { inParallel, type Call } from './calls.ts'
import type { HerdScene } from './herd/scene.ts'

const concurrency = 16
/** Animals between two reports of the progress. */
const progressStep = 25

/**
 * Creates the scene's farms, pens, gateways, animals and neckbands by the product's own calls.
 * @param borrowerOrgIds the borrowers by index; null: farms become a borrower's once it agrees to a loan
 * @param onMade called now and then with the number of animals stored
 * @returns the ids of farms, pens and animals in the order of the scene
 */
export async function seedRecords(
  call: Call,
  scene: HerdScene,
  borrowerOrgIds: readonly number[] | null,
  onMade: (animals: number) => void = () => {},
): Promise<{ farmIds: number[]; penIds: number[]; animalIds: number[] }> {
  // One after another, so that the first farm of lists is always the same.
  const farmIds = await inParallel(scene.farms, 1, async (farm) => {
    const { name, address, timeZone, boundary, plan } = farm
    const borrowerOrgId = borrowerOrgIds?.[farm.borrower] ?? borrowerOrgIds?.[0] ?? null
    const { id } = await call(endpoints.farms.addOrEdit, { name, address, timeZone, boundary, plan, borrowerOrgId })
    return id
  })
  const farmIdOf = (farm: { index: number }) => idAt(farmIds, farm.index)

  const penIds = await inParallel(scene.pens, concurrency, async ({ farm, name, polygon, capacity, purpose }) => {
    const pen = await call(endpoints.pens.addOrEdit, { farmId: farmIdOf(farm), name, polygon, capacity, purpose })
    return pen.id
  })
  await inParallel(scene.gateways, concurrency, async ({ mac, name, farm, pen, position: [longitude, latitude] }) =>
    call(endpoints.gateways.addOrEdit, {
      mac,
      name,
      farmId: farmIdOf(farm),
      farmSlotId: idAt(penIds, pen.index),
      longitude,
      latitude,
    }),
  )
  let made = 0
  const animalIds = await inParallel(scene.animals, concurrency, async (sceneAnimal) => {
    const { visualTag, electronicTag, breed, sex, birthDate, farm, pen, neckband } = sceneAnimal
    const animal = await call(endpoints.animals.addOrEdit, {
      visualTag,
      electronicTag,
      breed,
      sex,
      birthDate,
      category: 'CATTLE',
      farmId: farmIdOf(farm),
      farmSlotId: idAt(penIds, pen.index),
    })
    await call(endpoints.neckbands.addOrEdit, { deviceId: neckband, model: 'BLE-GPS N2', animalId: animal.id })
    made += 1
    if (made % progressStep === 0) onMade(made)
    return animal.id
  })
  return { farmIds, penIds, animalIds }
}

function idAt(ids: readonly number[], index: number): number {
  const id = ids[index]
  if (id === undefined) throw new Error(`no id for ${index}`)
  return id
}
