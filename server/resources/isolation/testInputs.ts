import { randomUUID } from 'node:crypto'
import { machineNow } from '../../clock.ts'
import { square, type World } from '../../testing/testWorld.ts'
import { collateralInputs } from '../projects/collateral/testCollateralCalls.ts'
import { addRejected, nounTests } from '../testNouns.ts'
import { pageInputs } from './testPageSide.ts'
import type { Tenant } from './testSides.ts'

const version = async ({ sql }: World, table: string, id: unknown) =>
  (await sql<{ version: number }[]>`select version from ${sql(table)} where id = ${Number(id)}`)[0]?.version

let adopted = 0
/** Adds a new unknown device each time, because it can be adopted only once. */
async function adoption(
  { sql }: World,
  reason: 'UNKNOWN_GATEWAY' | 'UNKNOWN_DEVICE',
  farms: readonly (number | string)[],
) {
  const id = await addRejected(sql, { reason, farmId: Number(farms[0]), deviceId: `NEW ${reason} ${adopted++}` })
  return { [reason === 'UNKNOWN_GATEWAY' ? 'unknownGatewayId' : 'unknownNeckbandId']: id, reason: 'r' }
}

/** The input of calls without ids, by call, or by call and field where a field needs another input. */
export const inputs: Record<string, (own: Tenant['own'], world: World) => object | Promise<object>> = {
  ...Object.fromEntries(
    Object.entries(nounTests).map(([noun, { sample, of }]) => [
      `${noun}.addOrEdit`,
      (own: Tenant['own']) => ({
        ...sample('new'),
        ...Object.fromEntries(Object.entries(of).map(([field, other]) => [field, own[other]?.[0]])),
      }),
    ]),
  ),
  'rosters.addOrEdit': ({ farms = [], supervisorUser = [] }) => ({
    name: 'n',
    timeZone: 'UTC',
    watchedFarmIds: farms,
    shifts: [{ layer: 1, personId: supervisorUser[0], days: [1], from: 0, to: 60 }],
  }),
  'imports.columns': () => ({ noun: 'animals' }),
  'alertDeliveries.shown': ({ alert = [] }) => ({ toldAlertIds: alert, channel: 'SOUND', isBlocked: false }),
  'apiKeys.addOrEdit': () => ({
    name: 'n',
    scopes: ['projects:read'],
    networks: [],
    expiresAt: machineNow() + 86_400_000,
    version: 1,
  }),
  'identityProviders.addOrEdit': () => ({
    issuer: 'https://issuer.example',
    clientId: 'n',
    roleClaim: null,
    roles: [],
    isRequired: false,
    domains: [],
    version: 1,
  }),
  'identityProviders.verifyDomain': () => ({ domain: 'n.example' }),
  'apiKeys.rotate': () => ({ overlapHours: 0 }),
  'rosters.week': () => ({ from: '2026-05-04' }),
  'rosters.addStandIn': ({ supervisorUser = [], supervisorAdmin = [] }, { context }) => ({
    awayPersonId: supervisorUser[0],
    coverPersonId: supervisorAdmin[0],
    startsAt: context.clock.now(),
    endsAt: context.clock.now() + 86_400_000,
  }),
  'alerts.act': ({ alert = [], supervisorUser = [] }) => ({
    ids: alert,
    act: { kind: 'ASSIGN', assigneeId: supervisorUser[0] },
  }),
  'alerts.assign': ({ supervisorUser = [] }) => ({ assigneeId: supervisorUser[0] }),
  'alerts.comment': () => ({ text: 't' }),
  'alerts.shelve': () => ({ until: Date.UTC(2026, 4, 2), reason: 'r' }),
  'alerts.close': () => ({ code: 'FALSE_ALARM' }),
  'alertLoads.summary': () => ({ month: '2026-05' }),
  'animalPhotos.add': ({ animals = [], picture = [] }) => ({
    animalId: animals[0],
    angle: 'LEFT',
    imageId: picture[0],
  }),
  'alertRules.request': async ({ farms = [], alertRules = [] }, { sql }) => ({
    ...(await sql`select kind from alert_rules where id = ${Number(alertRules[0])}`)[0],
    farmId: farms[0],
    reason: 'r',
  }),
  'alertRules.addOrEdit projectId': () => ({ kind: 'LEFT_FARM', scope: 'PROJECT' }),
  'alertRules.request projectId': () => ({ kind: 'TEMPERATURE', scope: 'PROJECT', reason: 'r' }),
  ...Object.fromEntries(
    ['alertRules.requestRemoval', 'animals.restore'].map((call) => [call, () => ({ reason: 'r' })]),
  ),
  'rehearsals.begin projectId': () => ({ kind: 'LEFT_PEN', scope: 'PROJECT' }),
  'rehearsals.begin': ({ farms = [] }) => ({ kind: 'LEFT_PEN', farmId: farms[0] }),
  'animals.editAll': ({ animals = [] }) => ({ ids: animals, sex: 'MALE', reason: 'r' }),
  'animals.setGroup': ({ animals = [], animalGroups = [] }) => ({
    ids: animals,
    groupId: animalGroups[0],
    isMember: true,
    reason: 'r',
  }),
  'animals.setStatus': ({ animals = [] }) => ({ ids: animals, status: 'IN_HERD', reason: 'r' }),
  'animals.transfer': ({ animals = [], farms = [] }) => ({ ids: animals, farmId: farms[0], reason: 'r' }),
  ...collateralInputs,
  ...pageInputs,
  'cameras.view': () => ({ view: 'snapshot' }),
  'projectCameras.view': () => ({ b: 'snapshot' }),
  'claims.addOrEdit': ({ animals = [], insurancePolicies = [] }) => ({
    policyId: insurancePolicies[0],
    animalIds: animals,
    happenedOn: '2026-04-01',
    cause: 'c',
    amount: '1',
  }),
  'claims.decide': () => ({ status: 'REFUSED', decidedOn: '2026-04-02', reason: 'r' }),
  ...Object.fromEntries(
    ['insure', 'uninsure'].map((call) => [
      `insuredAnimals.${call}`,
      ({ animals = [], insurancePolicies = [] }: Tenant['own']) => ({ policyId: insurancePolicies[0], ids: animals }),
    ]),
  ),
  'dayCloses.add': () => ({ day: '2026-05-01' }),
  'ledgerDrafts.complete': () => ({ happenedOn: '2026-05-01', reason: 'r' }),
  'ledgerDrafts.discard': () => ({ reason: 'r' }),
  'ledgerEntries.add': ({ animals = [] }) => ({
    kind: 'DEATH',
    animalIds: animals,
    happenedOn: '2026-05-01',
    reason: 'r',
  }),
  'ledgerEntries.correct': () => ({ reason: 'r' }),
  'projectHeads.explain': ({ animals = [] }) => ({ animalIds: animals, explanation: 'e' }),
  'projectDocuments.add': () => ({ about: 'lease' }),
  'dailyLogs.removeWriter': async ({ project = [], user = [] }, { sql }) => {
    const added = [Number(project[0]), Number(user[0])] as const
    await sql`insert into daily_log_users (project_id, user_id, added_by, added_at) values (${added[0]}, ${added[1]}, ${added[1]}, now()) on conflict do nothing`
    return {}
  },
  'dailyLogs.add': ({ farms = [], pens = [], picture = [] }) => ({
    key: randomUUID(),
    farmId: farms[0],
    day: '2026-05-01',
    monitorStatus: 'NORMAL',
    handCount: null,
    counts: [{ farmSlotId: pens[0], heads: 1 }],
    text: 't',
    photos: [{ imageId: picture[0], longitude: null, latitude: null, accuracyM: null, takenAt: 0 }],
    writtenAt: 0,
    correctsId: null,
  }),
  'farms.addOrEdit': ({ picture = [] }) => ({
    ...nounTests['farms']?.sample('new'),
    planImage: {
      imageId: picture[0],
      corners: [
        [116, 44.01],
        [116.01, 44.01],
        [116.01, 44],
        [116, 44],
      ],
      opacity: 0.5,
    },
  }),
  'farms.check': () => ({ boundary: square(116, 44) }),
  'finder.find': () => ({ text: 'a' }),
  'goals.add': () => ({
    title: 't',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    goal: 'g',
    standard: 's',
    inviteeIds: [],
  }),
  'movementPermits.request': ({ farms = [], animals = [] }) => ({
    farmId: farms[0],
    ids: animals,
    startsAt: Date.UTC(2026, 4, 2),
    endsAt: Date.UTC(2026, 4, 3),
    purpose: 'p',
  }),
  'standIns.add': ({ colleague = [] }) => ({
    standInId: colleague[0],
    startsAt: machineNow(),
    endsAt: machineNow() + 86_400_000,
  }),
  'tickets.comment': () => ({ comment: 'c' }),
  'neckbands.pair': async ({ neckbands = [], animals = [] }, { sql }) => {
    const [names] =
      await sql`select n.device_id as "deviceId", a.visual_tag as "earTag" from neckbands n, animals a where n.id = ${Number(neckbands[0])} and a.id = ${Number(animals[0])}`
    return { ...names, reason: 'r' }
  },
  'neckbands.unpair': async ({ neckbands = [], animals = [] }, { sql }) => {
    const [band, animal] = [Number(neckbands[0]), Number(animals[0])]
    await sql`update pairings set to_at = now() where (neckband_id = ${band} or animal_id = ${animal}) and to_at is null`
    await sql`insert into pairings (neckband_id, animal_id, from_at) values (${band}, ${animal}, now())`
    return { ids: neckbands, reason: 'r' }
  },
  'organisations.update': async ({ organisation = [] }, world) => ({
    version: await version(world, 'organisations', organisation[0]),
    name: 'new name',
    contact: 'c',
    telephone: '13800000099',
    email: 'o@example.com',
    address: 'a',
    requiresTwoFactor: false,
  }),
  'organisations.search': () => ({ role: 'BANK', name: 'a' }),
  'pens.check': () => ({ polygon: square(116, 44, 0.0005) }),
  // With a stale version: the project is found, and no request is made.
  'projects.submit': () => ({ version: 99 }),
  'projects.askToClose': () => ({ version: 99, reason: 'paid back' }),
  'projects.addOrEdit': ({ organisation = [], borrower = [] }) => ({
    code: 'N',
    name: 'new',
    bankOrgId: organisation[0],
    borrowerOrgId: borrower[0],
    loanAmount: '1',
    contractHeadcount: 1,
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
  }),
  'replay.moment': () => ({ at: Date.UTC(2026, 4, 1) }),
  'savedViews.addOrEdit': () => ({ list: 'users', name: 'a view', query: '', columns: [] }),
  'savedViews.list': () => ({ list: 'users' }),
  'tickets.approve': () => ({ decision: 'APPROVED' }),
  'unknownDevices.adoptGateway': async ({ farms = [] }, world) => ({
    ...(await adoption(world, 'UNKNOWN_GATEWAY', farms)),
    farmId: farms[0],
  }),
  'unknownDevices.adoptNeckband': async ({ farms = [] }, world) => adoption(world, 'UNKNOWN_DEVICE', farms),
  'users.addOrEdit': async ({ user = [] }, world) => ({
    version: await version(world, 'users', user[0]),
    userName: 'somebody',
    displayName: 'n',
    role: 'BANK_USER',
    telephone: '13800000098',
    email: 'n@example.com',
  }),
  'users.search': () => ({ name: 'a' }),
  'users.setStatus': () => ({ status: 'DISABLED', reason: 'r' }),
}
