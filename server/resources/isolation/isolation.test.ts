import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { organisationKindOf, roles } from '#contract/people/roles.ts'
import { machineNow, toInstant } from '../../clock.ts'
import { mayCall } from '../../http/bind.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { type Call, calls, isRead, listShapeOf, needs, verdictOn } from './testCalls.ts'
import { inputs } from './testInputs.ts'
import { type IdField, idFields, withValue } from './testIdFields.ts'
import { countFrom, createRowLooks, leakIn, theirIds } from './testRows.ts'
import { nounTests } from '../testNouns.ts'
import { stillRehearser } from '../testRehearsals.ts'
import { pageSections } from './testPageSide.ts'
import { addSide, addSupervisor, type Kind, required, type Side, toPurge, toRestore } from './testSides.ts'

/** The nouns that `id` and `ids` name, by call, and the nouns of other fields. A field that is in neither fails the test: add it and its record. */
const kindOfNoun: Record<string, Kind> = {
  rosters: 'roster', alertDeliveries: 'alertDelivery',
  account: 'session', alerts: 'alert', animalPhotos: 'photo', borrowers: 'borrower', projectCameras: 'project', collateral: 'project', pledges: 'project', releases: 'project', claims: 'claim', dailyLogs: 'project', dailyReports: 'dailyReport', insuredAnimals: 'animals', displays: 'display', imports: 'import', rehearsals: 'rehearsal', documents: 'document', goals: 'goal', images: 'image', marketingPages: 'organisation', movementPermits: 'animals', notices: 'notice', organisations: 'organisation', projects: 'project',
  savedViews: 'view', permitFarms: 'farms', standIns: 'standIn', tickets: 'ticket', unknownDevices: 'unknownNeckband', rejectedReadings: 'rejected', users: 'user', dayCloses: 'project', ledgerDrafts: 'project', ledgerEntries: 'project', projectCoverage: 'project', projectHeadcounts: 'project', projectHeads: 'project',
  loanBalances: 'project', projectDocuments: 'project', projectMaps: 'project', ...Object.fromEntries(Object.keys(nounTests).map((noun) => [noun, noun])),
}
const kindOfField: Record<string, Kind> = {
  useCase: 'page UseCase', news: 'page News', partnership: 'page Partnership', link: 'page Link',
  bannerImgId: 'image', officialAccountImgId: 'image', logoId: 'image',
  personId: 'supervisorUser', awayPersonId: 'supervisorUser', coverPersonId: 'supervisorAdmin', toldPersonId: 'supervisorUser', toldAlertId: 'alert', toldAlertIds: 'alert', watchedFarmIds: 'farms', standInOfRosterId: 'rosterStandIn',
  a: 'cameras', assigneeId: 'supervisorUser', animalId: 'animals', animalIds: 'animals', collateralId: 'collateral', substituteId: 'animals', bankOrgId: 'organisation', bankUsers: 'user', borrowerOrgUsers: 'borrowerUser', farms: 'farms', supervisorOrgUsers: 'supervisorUser', policyId: 'insurancePolicies', borrowerOrgId: 'borrower', correctsId: 'dailyLog', draftId: 'ledgerDraft', logId: 'dailyLog', userId: 'user', documentId: 'document', entryId: 'ledgerEntry', farmId: 'farms', farmIds: 'farms', farmSlotId: 'pens', groupId: 'animalGroups', imageId: 'picture', imageIds: 'picture', imgId: 'picture', importId: 'import', inviteeIds: 'user',
  organisationId: 'organisation', photoId: 'picture', projectId: 'project', standInId: 'colleague', absentId: 'colleague', subjectId: 'animals', ticketId: 'ticket', unknownGatewayId: 'unknownGateway', unknownNeckbandId: 'unknownNeckband',
}
/** The calls about what lies in the recycle bin. */
const kindOfCall: Record<string, (noun: string) => Kind> = {
  restore: toRestore, purge: toPurge,
  // Only an organisation's page has an order that is not the platform's.
  order: () => 'page Link',
  ...Object.fromEntries(pageSections.flatMap((section) => [`save${section}`, `remove${section}`].map((call) => [call, () => `page ${section}`]))),
}
/** Calls about a project that is still drafted. */
const ofDrafts: ReadonlySet<string> = new Set(['projects.addOrEdit', 'projects.remove', 'projects.farmsAvailable', 'projects.submit'])
function kindOf({ id, noun }: Pick<Call, 'id' | 'noun'>, { name, path }: IdField): Kind {
  const isOwn = (name === 'id' || name === 'ids') && path[0] === name
  const ownKind = ofDrafts.has(id) ? 'draft' : (kindOfCall[id.split('.')[1] ?? '']?.(noun) ?? kindOfNoun[noun])
  // The parent tells the noun of an `id` deeper down.
  const field = name === 'id' ? (path.findLast((step) => step !== '*' && step !== name) ?? name) : name
  // A document or a picture that a bank attaches is its own upload.
  const kind = isOwn ? ownKind : noun === 'marketingPages' && field === 'imageIds' ? 'image' : (id === 'loanBalances.add' || id === 'projectDocuments.add') && field === 'documentId' ? 'bankDocument' : kindOfField[field]
  if (!kind) throw new Error(`no record is made for ${field} of ${noun}: add one to testSides.ts`)
  return kind
}

/** Calls that nobody of a bank, borrower or supervisor makes in that role, and why they are not tried. */
const elsewhere: Record<string, string> = {
  'projects.addOrEdit bankNoOrgUser.*.id': 'of no side: whoever is of no organisation is named by their whole user name, see projects.test.ts',
  'alerts.act act.imageIds.*': 'of another act than the one that is tried: refused as of alerts.close, see alertActs.test.ts',
  'articles.publishedDetail id': 'public: the same for all',
  'marketingPages.page orgId': 'public: the same for all but who keeps it, see marketingPages.test.ts',
  'feedback.send imageIds.*': 'public: a picture that somebody has is refused, see feedback.test.ts',
  'auth.register licenceImageId': 'public: nobody makes it; a picture that somebody has is refused, see registration.test.ts',
  ...Object.fromEntries(
    ['collateral.create unitId', 'collateral.edit unitId', 'counties.list ids.*', 'counties.export ids.*', 'lookups.list ids.*', 'lookups.export ids.*', 'lookups.detail id', ...['categoryId', 'originId', 'colourId'].flatMap((name) => [
      `animals.addOrEdit ${name}`, ...(name === 'categoryId' ? ['choose', 'create', 'edit'].map((call) => `collateral.${call} categoryId`) : []), `animals.editAll ${name}`, ...['list', 'export', 'trash', 'trash.export'].map((call) => `animals.${call} ${name}s.*`),
    ])].map((name) => [name, 'lists that are the same for all, which everybody chooses from']),
  ),
}

/** Everybody but the platform, which sees everything. */
const sideRoles = roles.filter((role) => organisationKindOf[role] !== 'PLATFORM')
const fields = calls.flatMap((one) => idFields(one.call.input).map((field) => ({ ...one, field, name: `${one.id} ${field.path.join('.')}` })))

describe('the walk through the contract', () => {
  test('finds ids wherever they stand', () => {
    const schema = z.object({
      id: z.coerce.number().pipe(endpoints.users.detail.reply.shape.id),
      deep: z.object({ rows: z.array(z.object({ farmId: endpoints.users.detail.reply.shape.id.nullable().optional() })) }),
      picture: z.uuid().nullable(),
      sourceId: z.string(),
      either: z.discriminatedUnion('type', [z.object({ type: z.literal('a'), animalIds: z.array(z.number().int()) })]),
      version: z.number().int(),
      current: z.number().int().min(1),
    })
    expect(idFields(schema).map(({ path }) => path.join('.'))).toEqual(['id', 'deep.rows.*.farmId', 'picture', 'sourceId', 'either.animalIds.*'])
  })

  test('knows a record for each of them', () => {
    const unknown = fields.filter(({ name }) => !(name in elsewhere)).flatMap((one) => {
      // The platform alone names these: it sees everything.
      if (!sideRoles.some((role) => mayCall(one.call.access, { role }))) return []
      try {
        kindOf(one, one.field)
        return []
      } catch {
        return [one.name]
      }
    })
    expect(unknown).toEqual([])
    expect(fields.length).toBeGreaterThan(50)
  })

  test('and what is said to be looked at elsewhere is still there', () => {
    const names = new Set(fields.map(({ name }) => name))
    expect(Object.keys(elsewhere).filter((name) => !names.has(name))).toEqual([])
  })
})

/** Calls that answer whoever has nothing as they answer us: settings that nobody has changed, lists that are the same for all, and checks of what one brings. */
const sameForAll = [
  'alertPolicies.detail', 'notificationSettings.detail', 'baseMap.shown', 'counties.list', 'farms.check', 'lookups.list', 'lookups.unitNames', 'pledges.check', 'seals.newest',
]

interface Answered {
  status: number
  body: string
}

describe.each([
  ['strangers', false],
  ['sides of one supervisor', true],
])('%s', (_name, sharesSupervisor) => {
  let world: World
  let look: ReturnType<typeof createRowLooks>
  let ours: Side
  let theirs: Side
  /** The answers of each reading call to each side, where nobody else is, and once there are others. */
  let alone: Map<string, Answered>
  let beside: Map<string, Answered>

  beforeAll(async () => {
    world = await openWorld()
    look = createRowLooks(world.sql)
    world.context.rehearser = stillRehearser
    const shared = sharesSupervisor ? await addSupervisor(world) : undefined
    ours = await addSide(world, 'Ours', shared)
    alone = await answers()
    await countFrom(world.sql, theirIds.from)
    theirs = await addSide(world, 'Theirs', shared)
    await countFrom(world.sql, theirIds.to)
    beside = await answers()
    before = await rows()
  })
  afterAll(() => world.close())

  async function ask(token: string, { method, path }: Endpoint, input: object) {
    const rest = new Map(Object.entries(input))
    const url = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
      const value = String(rest.get(name))
      rest.delete(name)
      return value
    })
    const hasBody = method === 'POST' || method === 'PUT'
    const response = await world.server.inject({
      method,
      url,
      headers: { 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()) },
      ...(hasBody ? { payload: Object.fromEntries(rest) } : { query: Object.fromEntries([...rest].map(([name, value]) => [name, String(value)])) }),
    })
    return { status: response.statusCode, body: response.body }
  }

  /** The answer, and how many statements it took: its time tells no more than its words. */
  async function weigh(...asked: Parameters<typeof ask>) {
    const made = world.statements()
    return { ...(await ask(...asked)), statements: world.statements() - made }
  }

  /** An input that would do, but for the field in question. */
  async function inputOf({ id, noun, call, name = id }: Call & { name?: string }): Promise<object> {
    const base = (await (inputs[name] ?? inputs[id])?.(ours.own, world)) ?? {}
    const columns = [...(listShapeOf(noun)?.fields.keys() ?? [])].map((field) => ({ field, title: field }))
    const whole = id.endsWith('.export') ? { format: 'csv', columns, ...base } : base
    return idFields(call.input)
      .filter(({ path }) => path.length === 1 && !Object.hasOwn(whole, path[0] ?? '') && !call.input.safeParse(whole).success && needs(call, path[0] ?? ''))
      .reduce((input, field) => withValue(input, field.path, required(ours.own[kindOf({ id, noun }, field)])[0]), whole)
  }

  const uuids = () => ['image', 'picture', 'document', 'bankDocument'].flatMap((kind) => required(theirs.own[kind]))
  const rows = () => look(theirs.mark, uuids())
  /** Their records at the last look: calls about our own change none of them. */
  let before: string[]
  const leak = (body: string) => leakIn(body, theirs.mark, uuids())
  const callersOf = ({ call }: Call) => ours.callers.filter((caller) => mayCall(call.access, caller))
  /** The walls of who may make a call: most refuse it. */
  const wallsOf = ({ call }: Call) => (mayCall(call.access, { role: 'ADMIN_BANK' }) ? ours.walls : [])

  const callingRoles = sideRoles.filter((role) => !sharesSupervisor || organisationKindOf[role] !== 'SUPERVISOR')
  const isCalled = ({ call }: Call) => call.access !== 'public' && callingRoles.some((role) => mayCall(call.access, { role }))
  // A removed record can't be looked at any more.
  const tried = fields
    .filter((one) => !(one.name in elsewhere) && isCalled(one))
    .toSorted((a, b) => Number(a.call.method === 'DELETE') - Number(b.call.method === 'DELETE'))

  test.each(tried)('$name', async (one) => {
    const callers = callersOf(one)
    const kind = kindOf(one, one.field)
    const foreign = required(theirs.own[kind])
    expect(foreign.length).toBeGreaterThan(0)
    const input = await inputOf(one)
    const nobodys = typeof foreign[0] === 'string' ? '00000000-0000-4000-8000-000000000000' : theirIds.to - 1
    for (const { role, token } of callers) {
      const unknown = await weigh(token, one.call, withValue(input, one.field.path, nobodys))
      for (const id of foreign) {
        const { status, body, statements } = await weigh(token, one.call, withValue(input, one.field.path, id))
        // As if there were none: whoever may tell the two apart knows that it is there.
        expect({ role, id, status, body, statements }).toEqual({ role, id, ...unknown })
        expect({ role, id, leak: leak(body) }).toEqual({ role, id, leak: null })
        expect({ role, id, verdict: verdictOn(one, { status, body }) }).toEqual({ role, id, verdict: 'kept' })
      }
    }
    const earlier = before
    before = await rows()
    expect(before).toEqual(earlier)
    // The same with a record of one's own is no refusal: it was the id that was refused, and nothing else.
    const [own] = required(ours.own[kind])
    const answers: number[] = []
    for (const { token } of callers) answers.push((await ask(token, one.call, withValue(input, one.field.path, own))).status)
    expect(answers.filter((status) => ![400, 403, 404].includes(status)).length).toBeGreaterThan(0)
  }, 60_000)

  // The past is kept from others as the present is.
  test.each(tried.filter((one) => Object.hasOwn(one.call.input.toJSONSchema({ io: 'input', unrepresentable: 'any' }).properties ?? {}, 'happened')))('$name, of a moment of the past', async (one) => {
    const foreign = required(theirs.own[kindOf(one, one.field)])
    const input = { ...(await inputOf(one)), happened: toInstant(world.context.clock.now()), recorded: toInstant(world.context.clock.now()) }
    for (const { role, token } of callersOf(one)) {
      const unknown = await weigh(token, one.call, withValue(input, one.field.path, theirIds.to - 1))
      for (const id of foreign) {
        const answer = await weigh(token, one.call, withValue(input, one.field.path, id))
        expect({ role, id, ...answer, leak: leak(answer.body) }).toEqual({ role, id, ...unknown, leak: null })
      }
      const own = await ask(token, one.call, input)
      // An animal that other calls took off the ledger is no head any more.
      expect([200, 404]).toContain(own.status)
      expect({ role, leak: leak(own.body) }).toEqual({ role, leak: null })
    }
  })

  const needsRecord = ({ call }: Call) => idFields(call.input).some(({ path }) => needs(call, path[0] ?? ''))
  const asked = calls.filter((one) => isCalled(one) && isRead(one) && idFields(one.call.input).every(({ path }) => !(`${one.id} ${path.join('.')}` in elsewhere && needs(one.call, path[0] ?? ''))))
  async function answers(): Promise<Map<string, Answered>> {
    const found = new Map<string, Answered>()
    for (const one of asked) {
      const input = await inputOf(one)
      for (const { role, token } of callersOf(one)) found.set(`${one.id} ${role}`, steady(await ask(token, one.call, input)))
      for (const { shows, token } of wallsOf(one)) found.set(`${one.id} ${shows}`, steady(await ask(token, one.call, input)))
    }
    return found
  }

  test.each(asked)('$id names nothing of theirs, and counts nothing of it', (one) => {
    const statuses: number[] = []
    for (const { role } of callersOf(one)) {
      const now = required(beside.get(`${one.id} ${role}`))
      expect({ role, leak: leak(now.body), ...now }).toEqual({ role, leak: null, ...alone.get(`${one.id} ${role}`) })
      statuses.push(now.status)
    }
    for (const { shows } of wallsOf(one)) {
      const now = required(beside.get(`${one.id} ${shows}`))
      expect({ shows, leak: leak(now.body), ...now }).toEqual({ shows, leak: null, ...alone.get(`${one.id} ${shows}`) })
    }
    // A record of one's own may be none of one's role's.
    expect(statuses.filter((status) => status !== 200 && !(needsRecord(one) && [403, 404].includes(status)))).toEqual([])
    expect(statuses).toContain(200)
  })

  test('what is theirs is there to be found, had the walls a hole', async () => {
    const names = (await rows()).map((row) => row.split(' ')[0])
    expect(new Set(names).size).toBeGreaterThan(15)
    const admin = theirs.callers.find(({ role }) => role === 'ADMIN_BANK')
    const { body } = await ask(admin?.token ?? '', endpoints.users.list, {})
    expect(leak(body)).not.toBeNull()
  })

  test('a wall of projects reads the projects of its side, and of theirs what another wall reads', async () => {
    const shown = ({ walls }: Side, screen: string) => ask(walls.find(({ shows }) => shows === screen)?.token ?? '', endpoints.projectMonitor.shown, {})
    expect([(await shown(ours, 'PROJECTS')).body.includes(ours.mark), leak((await shown(ours, 'PROJECTS')).body)]).toEqual([true, null])
    expect(leak((await shown(theirs, 'PROJECTS')).body)).not.toBeNull()
    expect((await shown(ours, 'MONITOR')).status).toBe(403)
  })

  // A side with no records gets another answer from each call that counts or lists them: else there would be nothing for it to count.
  test.skipIf(sharesSupervisor)('and there is something for each of them to count', async () => {
    const tokens = new Map<string, string>()
    for (const role of sideRoles) {
      const kind = organisationKindOf[role]
      tokens.set(role, await world.user(`nobody.${role}`, role, kind === null || kind === 'PLATFORM' ? null : await world.organisation(kind, `Nobody ${role}`)))
    }
    const empty: string[] = []
    for (const one of asked.filter((read) => !needsRecord(read) && !read.id.endsWith('export'))) {
      const input = await inputOf(one)
      const differs: boolean[] = []
      for (const { role } of callersOf(one)) differs.push(steady(await ask(tokens.get(role) ?? '', one.call, input)).body !== beside.get(`${one.id} ${role}`)?.body)
      if (!differs.includes(true)) empty.push(one.id)
    }
    expect(empty).toEqual(sameForAll)
  })
})

/** An answer without what differs from one call to the next: how long a session still lasts, and the sealed address of a picture. */
function steady({ status, body }: Answered): Answered {
  return { status, body: body.replaceAll(/"idleEndsInMs":\d+|\?of=[\w-]+/g, '') }
}
