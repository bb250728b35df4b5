import type { HerdRecords } from '../db/herdRecords.ts'
import type { Past } from '../db/rehearsal/past.ts'

/** Returns whether a span contains an instant; epoch ms. */
const holds = ({ fromAt, toAt }: { fromAt: number; toAt: number | null }, at: number) =>
  fromAt <= at && (toAt === null || toAt > at)

/** Returns when stays, pairings, pledges, logs or finance changed, ascending, epoch ms. */
export function changesOf({ stays, pairings, pledges, logs, finance }: Past): number[] {
  const ends = [...stays, ...pairings, ...pledges].flatMap(({ fromAt, toAt }) =>
    toAt === null ? [fromAt] : [fromAt, toAt],
  )
  return [...new Set([...ends, ...[...logs, ...finance].map(({ at }) => at)])].toSorted((one, other) => one - other)
}

/** Returns the records of farms as they were at an instant (epoch ms); data without a history is current. */
export function recordsAt({ records, stays, pairings, pledges, logs, finance }: Past, at: number): HerdRecords {
  const worn = new Map(pairings.filter((one) => holds(one, at)).map((one) => [one.animalId, one]))
  const counted = new Map(
    pledges.filter((one) => holds(one, at)).map(({ animalId, projectId }) => [animalId, projectId]),
  )
  const logged = new Map<string, string>()
  for (const { farmId, projectId, day, at: cameAt } of logs) {
    const key = `${farmId} ${projectId}`
    if (cameAt <= at && day > (logged.get(key) ?? '')) logged.set(key, day)
  }
  const animals = stays
    .filter((one) => holds(one, at))
    .map(({ animalId, visualTag, farmId, penId }) => {
      const band = worn.get(animalId)
      return {
        id: animalId,
        farmId,
        penId,
        visualTag,
        pledgedTo: counted.get(animalId) ?? null,
        neckbandId: band?.neckbandId ?? null,
        deviceId: band?.deviceId ?? null,
        pairedAt: band?.fromAt ?? null,
      }
    })
  const { projects, insured } = finance.findLast((one) => one.at <= at) ?? {}
  const farms = records.farms.map((farm) => ({
    ...farm,
    insured: insured ? (insured.get(farm.id) ?? []) : farm.insured,
    projects: (projects ? (projects.get(farm.id) ?? []) : farm.projects).map((project) => ({
      ...project,
      loggedOn: logged.get(`${farm.id} ${project.id}`) ?? null,
    })),
  }))
  return { ...records, farms, animals }
}
