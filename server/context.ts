import type { Logger } from 'pino'
import type { AuthService } from './auth/authService.ts'
import type { Passwords } from './auth/passwords.ts'
import type { SecurityLog } from './auth/securityLog.ts'
import type { Sessions } from './auth/sessions.ts'
import type { TextCleaner } from './cleaner/textCleaner.ts'
import type { Clock } from './clock.ts'
import type { Sql } from './db/connect.ts'
import type { CountedHeadsReader } from './db/projects/countedHeads.ts'
import type { Events } from './events.ts'
import type { FileStore } from './files/fileStore.ts'
import type { HerdView } from './herd/herdView.ts'
import type { CameraFetch } from './media/cameraFetch.ts'
import type { Importer } from './records/import/importing.ts'
import type { Rehearser } from './rehearsal/rehearser.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Settings } from './settings.ts'

/** The parts of the server available to handlers. */
export interface Context {
  settings: Settings
  sql: Sql
  clock: Clock
  log: Logger
  secrets: Secrets
  /** Public address of the console, without a trailing slash; for links in mails. */
  publicUrl: string
  herd: HerdView
  /** Reads the heads that project ledgers count. */
  countedHeads: CountedHeadsReader
  sessions: Sessions
  auth: AuthService
  passwords: Passwords
  securityLog: SecurityLog
  /** Pictures and documents. */
  files: FileStore
  /** Fetches streams and pictures of cameras. */
  cameraFetch: CameraFetch
  /** Cleans rich texts by the allow-list. */
  cleaner: TextCleaner
  /** Imports records from spreadsheets. */
  imports: Importer
  /** Tests rules against stored readings. */
  rehearser: Rehearser
  /** Notifies the other parts of the server of changes. */
  events: Events
}
