import type { Queries } from './connect.ts'

/** Points the demo's cameras to the present address of the server, which may have another port than at its last start. */
export async function moveDemoCameras(sql: Queries, origin: string, path: string): Promise<void> {
  await sql`
    update cameras set snapshot_address = ${origin} || substring(snapshot_address from ${`${path}/.*`})
    where snapshot_address like ${`http://%${path}/%`} and snapshot_address not like ${`${origin}${path}/%`}`
}
