import type { DatabaseClient } from '../databaseClient.ts'

/** Rounds of the comparison: others who use the pooler may take the session that shows it. */
const rounds = 3

/**
 * Detects a pooler that gives its clients a session of the database per transaction only: two clients then meet the same session.
 * @param open opens another connection of the same kind
 */
export async function isTransactionPooler(
  client: DatabaseClient,
  open: () => Promise<DatabaseClient>,
): Promise<boolean> {
  const session = await sessionOf(client)
  // A pooler makes up the process id for requests to cancel.
  if (session === client.processId) return false
  const other = await open()
  try {
    for (let round = 0; round < rounds; round++) {
      const before = await sessionOf(client)
      await other.query('begin')
      const isShared = (await sessionOf(other)) === before || (await sessionOf(client)) !== before
      await other.query('rollback')
      if (isShared) return true
    }
    return false
  } catch (error) {
    // A pooler that gives a session per statement takes no transactions.
    if (error instanceof Error && /transaction blocks not allowed/.test(error.message)) return true
    throw error
  } finally {
    await other.end().catch(() => {})
  }
}

async function sessionOf(client: DatabaseClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
