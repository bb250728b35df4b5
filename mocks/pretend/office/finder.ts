import type { Finding } from '#contract/finder.ts'
import { monitorRoles, type Role } from '#contract/roles.ts'
import type { Answers } from '../answer.ts'
import { toScene } from '../rows.ts'
import type { World } from '../world.ts'

const mostOfAKind = 8
const farmViewers: readonly Role[] = monitorRoles
const projectViewers: readonly Role[] = ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK', 'ADMIN_PLATFORM', 'SUPERVISOR_PM', 'BANK_USER']

export function finderAnswers(world: World): Answers['finder'] {
  return {
    find({ text }, caller) {
      const part = text.toLowerCase()
      const best = (found: Finding[]) =>
        found
          .toSorted((a, b) => Number(b.name.toLowerCase().startsWith(part)) - Number(a.name.toLowerCase().startsWith(part)) || a.name.length - b.name.length)
          .slice(0, mostOfAKind)
      const has = (...texts: string[]) => texts.some((one) => one.toLowerCase().includes(part))
      const { farms, projects } = toScene(world)
      const seesFarms = caller !== null && farmViewers.includes(caller.role)
      const seesProjects = caller !== null && projectViewers.includes(caller.role)
      const foundFarms = farms
        .filter(({ name }) => has(name))
        .map(({ id, name, address }): Finding => ({ kind: 'farm', id, name, hint: address ?? '', farmId: id }))
      const foundAnimals = world.beasts
        .filter(({ animal }) => has(animal.visualTag, animal.electronicTag.value))
        .map(({ animal }): Finding => ({
          kind: 'animal', id: animal.index + 1, name: animal.visualTag, hint: animal.farm.name, farmId: animal.farm.index + 1,
        }))
      const foundProjects = projects
        .filter(({ name, code }) => has(name, code))
        .map(({ id, name, code, farmIds }): Finding => ({ kind: 'project', id, name, hint: code, farmId: seesFarms ? (farmIds[0] ?? null) : null }))
      return {
        list: [...(seesFarms ? [...best(foundFarms), ...best(foundAnimals)] : []), ...(seesProjects ? best(foundProjects) : [])],
      }
    },
  }
}
