import { connect, type ConnectOptions, type Sql } from './connect.ts'

/** Connection pools for calls, separate from those of the server's own work. */
export interface CallPools {
  /** Quick calls that people wait for: sign-in, records, decisions. */
  small: Sql
  /** Lists, files and reports. They cannot use up the connections of quick calls. */
  costly: Sql
  /** Imports of spreadsheets, one at a time and without a hurry. */
  imports: Sql
  close(): Promise<void>
}

const smallConnections = 4
/** Up to three exports hold one connection each while they are read. */
const costlyConnections = 8
/** One for the import's transaction, one for its progress. */
const importConnections = 2

/** @param statementTimeoutMs the database cancels longer statements, because their caller has given up */
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
