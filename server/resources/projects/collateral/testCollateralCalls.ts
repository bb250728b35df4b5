import type { World } from '../../../testing/testWorld.ts'

const project = '/collateral/common/project/{id}'

/** The roles whose screens show a project's collateral, copied from the specification of /dashboard/project/info and /form. */
export const collateralScreens = {
  'collateral, read on /dashboard/project/info':
    'ADMIN_PLATFORM ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK SUPERVISOR_PM BANK_USER',
  'collateral, changed on /dashboard/project/info': 'SUPERVISOR_PM',
  'releases, asked for on /dashboard/project/info': 'SUPERVISOR_PM ADMIN_BORROWER',
  'balances, noted on /dashboard/project/info': 'ADMIN_BANK BANK_USER',
  'pledges, checked before lending': 'ADMIN_BANK BANK_USER ADMIN_SUPERVISOR SUPERVISOR_PM',
} as const

export const collateralCalls = {
  'collateral, read on /dashboard/project/info': [
    ...['collateral', 'pledge'].flatMap((noun) => ['list', 'export'].map((call) => `POST ${project}/${noun}/${call}`)),
    `GET ${project}/collateral/{collateralId}/categories/ALL`,
  ],
  'collateral, changed on /dashboard/project/info': [
    ...['choose', 'new', '{collateralId}/edit', '{collateralId}/animals/new', '{collateralId}/reprice'].map(
      (call) => `POST ${project}/collateral/${call}`,
    ),
    `DELETE ${project}/collateral/{collateralId}`,
  ],
  'releases, asked for on /dashboard/project/info': [
    'release/check',
    'release/new',
    'substitution/propose',
    'substitution/new',
  ].map((call) => `POST ${project}/${call}`),
  'balances, noted on /dashboard/project/info': [`POST ${project}/balance/new`],
  'pledges, checked before lending': ['POST /collateral/common/pledge/check'],
}

interface Own {
  [kind: string]: (number | string)[] | undefined
}

/** Input of a line, apart from its animals. */
async function terms({ animals = [] }: Own, { sql }: World) {
  const [ids] =
    await sql`select a.category_id as "categoryId", (select min(id) from lookups where kind = 'UNIT') as "unitId" from animals a where a.id = ${Number(animals[0])}`
  return { ...ids, quantity: '1', unitPrice: '1', pricedOn: '2026-05-01', priceSource: 'market' }
}

/** Inputs of the calls, apart from ids, for the isolation test, made from a tenant's own records. */
export const collateralInputs: Record<string, (own: Own, world: World) => object | Promise<object>> = {
  'collateral.choose': async ({ animals = [] }, { sql }) => {
    const [ids] = await sql`select category_id as "categoryId" from animals where id = ${Number(animals[0])}`
    return { ...ids, animalIds: animals }
  },
  'collateral.create': async (own, world) => ({ ...(await terms(own, world)), animalIds: own['animals'] }),
  'collateral.edit': async (own, world) => ({ ...(await terms(own, world)), animalIds: own['animals'] }),
  'collateral.addAnimals': ({ animals = [] }) => ({ animalIds: animals, reason: 'r' }),
  'collateral.reprice': () => ({ unitPrice: '1', pricedOn: '2026-05-01', priceSource: 'market', reason: 'r' }),
  'collateral.remove': () => ({ reason: 'r' }),
  'loanBalances.add': () => ({ balance: '1', asOf: '2026-05-01', source: 's' }),
  'pledges.check': () => ({ tags: ['123456789012345'] }),
  'releases.check': ({ animals = [] }) => ({ animalIds: animals }),
  'releases.propose': ({ animals = [] }) => ({ animalIds: animals }),
  'releases.request': ({ animals = [] }) => ({ animalIds: animals, reason: 'r' }),
  'releases.substitute': ({ animals = [] }) => ({
    pairs: [{ animalId: animals[0], substituteId: animals[0] }],
    reason: 'r',
  }),
}
