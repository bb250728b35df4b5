import { connect, type ConnectOptions, type Sql } from './connect.ts'

/** The connections that calls are answered with, apart from those of the server's own work. */
export interface CallPools {
  /** Sign-in, records, decisions: what people wait for and what costs little. */
  small: Sql
  /** Lists, files and reports: whatever they take, the small calls have connections of their own. */
  costly: Sql
  /** Imports of spreadsheets: one is worked on at a time, for as long as it takes. */
  imports: Sql
  close(): Promise<void>
}

const smallConnections = 4
/** Three exports at the most hold one each for as long as they are read. */
const costlyConnections = 8
/** A transaction, and what is noted of it meanwhile. */
const importConnections = 2

/** @param statementTimeoutMs the database ends a statement that takes longer: nobody waits for it any more */
export function openCallPools(target: ConnectOptions['target'], statementTimeoutMs: number): CallPools {
  const pool = (name: string, connections: number) => connect({ target, connections, name, statementTimeoutMs })
  const small = pool('drover-calls', smallConnections)
  const costly = pool('drover-reports', costlyConnections)
  const imports = connect({ target, connections: importConnections, name: 'drover-imports' })
  return {
    small,
    costly,
    imports,
    async close() {
      await Promise.all([small.end({ timeout: 2 }), costly.end({ timeout: 2 }), imports.end({ timeout: 2 })])
    },
  }
}
