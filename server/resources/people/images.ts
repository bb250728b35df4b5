import type { Queries } from '../../db/connect.ts'
import type { SessionHolder } from '../../db/auth/sessions.ts'

interface NewImage {
  content: Buffer
  contentType: string
  width: number
  height: number
  /** Null: by somebody who registers. */
  uploadedBy: number | null
  /** The network that it came from. */
  network: string
  /** Machine time, epoch ms. */
  at: number
}

/** Keeps a picture; one that nothing comes to refer to is deleted after a day. @returns its id */
export async function insertImage(sql: Queries, { content, contentType, width, height, uploadedBy, network, at }: NewImage): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into images (content, content_type, width, height, uploaded_by, network, uploaded_at)
    values (${content}, ${contentType}, ${width}, ${height}, ${uploadedBy}, ${network}, ${at}) returning id`
  if (!row) throw new Error('no image was kept')
  return row.id
}

/** Pictures of strangers that nothing refers to: of one network, and of all together. */
const keptOfNetwork = 20
const keptInAll = 200

/** Deletes what strangers sent beyond what is kept for them: the oldest of the networks with the most. */
export async function trimUnclaimedImages(sql: Queries): Promise<void> {
  await sql`
    with unclaimed as (
      select i.id, i.uploaded_at, row_number() over (partition by i.network order by i.uploaded_at desc, i.id) as place
      from images i where i.uploaded_by is null and not exists (select from organisations o where o.licence_image_id = i.id)
    ), ranked as (
      select unclaimed.id, place, row_number() over (order by place, unclaimed.uploaded_at desc) as overall from unclaimed
    )
    delete from images where id in (select ranked.id from ranked where ranked.place > ${keptOfNetwork} or ranked.overall > ${keptInAll})`
}

/** A picture that a caller may see: any for the platform, the licence of their own organisation for others, and one's own upload. */
export async function findImage(sql: Queries, caller: SessionHolder, id: string): Promise<{ content: Buffer; contentType: string } | undefined> {
  const mayAll = caller.role === 'ADMIN_PLATFORM'
  const [row] = await sql<{ content: Buffer; contentType: string }[]>`
    select content, content_type as "contentType" from images i
    where i.id = ${id} and (${mayAll} or i.uploaded_by = ${caller.userId}
      or exists (select from organisations o where o.id = ${caller.organisationId} and o.licence_image_id = i.id))`
  return row
}

/** Takes hold of a picture that nothing refers to yet, until the end of the transaction. @returns whether there is one */
export async function holdUnclaimedImage(sql: Queries, id: string): Promise<boolean> {
  // First the hold, then the question: in one query it would be answered as of before the wait for another who had it.
  const held = await sql`select from images where id = ${id} for update`
  if (held.length === 0) return false
  const rows = await sql`
    select from images i where i.id = ${id} and not exists (select from organisations o where o.licence_image_id = i.id)`
  return rows.length > 0
}

/** Deletes the pictures before an instant that nothing refers to. */
export async function deleteUnclaimedImages(sql: Queries, before: number): Promise<void> {
  await sql`
    delete from images i where i.uploaded_at < ${before} and not exists (select from organisations o where o.licence_image_id = i.id)`
}
