import { Readable } from 'node:stream'
import type { AnimalRecord } from '#contract/herd/animals.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { Sql } from '../../db/connect.ts'
import { square, type World } from '../../testing/testWorld.ts'
import { withUpload } from '../../files/uploads.ts'
import { insertFile } from '../files/files.ts'
import { insertProject } from '../herd/projects.ts'
import { type NewEntry, postEntries } from './ledger.ts'

/** A running project of a bank with one farm and two lines with heads. */
export interface TestProject {
  id: number
  farmId: number
  lineIds: [number, number]
  animalIds: number[]
  pledgeIds: number[]
  pm: string
  bank: string
  borrower: string
}

/** Inserts an active line without heads. */
export async function addLine(sql: Sql, projectId: number, unitPrice = '1', haircut = '0'): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into collateral_lines (project_id, category_id, unit_id, quantity, unit_price, priced_on, price_source, haircut, status)
    values (${projectId}, (select min(id) from lookups where kind = 'CATEGORY'), (select min(id) from lookups where kind = 'UNIT'), 1,
      ${unitPrice}::numeric, '2026-05-01', 'Market', ${haircut}::numeric, 'ACTIVE') returning id`
  return row?.id ?? 0
}

/** Pledges animals to a line, without a ledger entry. */
export async function pledge(
  sql: Sql,
  projectId: number,
  lineId: number,
  animalIds: readonly number[],
  at: number,
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into pledges (animal_id, project_id, line_id, claimed_at, pledged_at)
    select unnest(${[...animalIds]}::bigint[]), ${projectId}, ${lineId}, ${at}, ${at} returning id`
  return rows.map(({ id }) => id)
}

/** Uploads a document as a user. */
export async function addDocument(world: World, userName: string): Promise<string> {
  const { settings, log, files, clock } = world.context
  const uploadedBy = await world.idOf(userName)
  return withUpload(
    Readable.from([Buffer.from(userName)]),
    { dataDir: settings.DATA_DIR, log, maxBytes: 1000 },
    (path) =>
      files.store(path, (stored) =>
        insertFile(world.sql, {
          ...stored,
          contentType: 'application/pdf',
          picture: null,
          name: 'vet.pdf',
          uploadedBy,
          network: '',
          at: clock.now(),
        }),
      ),
  )
}

/** Posts entries like the server, in a transaction of its own. */
export async function post(world: World, entries: readonly NewEntry[]): Promise<number[]> {
  const later: (() => void)[] = []
  const { sql, events, clock } = world.context
  const ids: number[] = []
  await sql.begin(async (transaction) => {
    const posting = {
      sql: transaction,
      caller: { userId: 0, address: '' },
      context: { events },
      now: clock.now(),
      afterCommit: (one: () => void) => void later.push(one),
    }
    ids.push(...(await postEntries(posting, entries)))
  })
  for (const one of later) one()
  return ids
}

/** @param mark prefix of all names of the project, unique in a world */
export async function addTestProject(
  world: World,
  mark: string,
  { heads = 6, prices = ['10000.00', '5000.00'], haircuts = ['0.1', '0'], loanAmount = '30000.00' } = {},
): Promise<TestProject> {
  const { sql, context } = world
  const at = context.clock.now()
  const [bankOrgId, borrowerOrgId, supervisorOrgId] = [
    await world.organisation('BANK', `${mark} bank`),
    await world.organisation('BORROWER', `${mark} borrower`),
    await world.organisation('SUPERVISOR', `${mark} supervisor`),
  ]
  const pm = await world.user(`${mark}.pm`, 'SUPERVISOR_PM', supervisorOrgId)
  const farm = (
    await world.call<Farm>(pm, 'PUT', '/collateral/web/farm/addOrEdit', {
      name: `${mark} farm`,
      boundary: square(116, 44),
    })
  ).data
  const animalIds: number[] = []
  for (let place = 0; place < heads; place++) {
    animalIds.push(
      (
        await world.call<AnimalRecord>(pm, 'PUT', '/collateral/web/animal/addOrEdit', {
          visualTag: `${mark}-${place}`,
          farmId: farm.id,
        })
      ).data.id,
    )
  }
  const id = await insertProject(sql, {
    code: mark,
    name: `${mark} loan`,
    bankOrgId,
    borrowerOrgId,
    supervisorOrgId,
    contractHeadcount: heads,
    loanAmount,
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farm.id],
    createdAt: at,
  })
  const lineIds: [number, number] = [
    await addLine(sql, id, prices[0], haircuts[0]),
    await addLine(sql, id, prices[1], haircuts[1]),
  ]
  const half = Math.ceil(heads / 2)
  const pledgeIds = [
    ...(await pledge(sql, id, lineIds[0], animalIds.slice(0, half), at)),
    ...(await pledge(sql, id, lineIds[1], animalIds.slice(half), at)),
  ]
  const opening = (lineId: number, ids: number[]): NewEntry => ({
    projectId: id,
    lineId,
    kind: 'OPENING',
    pledgeIds: ids,
    adds: true,
    reason: 'opened',
    happenedAt: at,
  })
  await post(world, [opening(lineIds[0], pledgeIds.slice(0, half)), opening(lineIds[1], pledgeIds.slice(half))])
  return {
    id,
    farmId: farm.id,
    lineIds,
    animalIds,
    pledgeIds,
    pm,
    bank: await world.user(`${mark}.bank`, 'BANK_USER', bankOrgId),
    borrower: await world.user(`${mark}.borrower`, 'ADMIN_BORROWER', borrowerOrgId),
  }
}
