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

/** The parts of the server that a handler may use. */
export interface Context {
  settings: Settings
  sql: Sql
  clock: Clock
  log: Logger
  secrets: Secrets
  /** Where people reach the console, without a slash at the end: for links in mails. */
  publicUrl: string
  herd: HerdView
  /** Reads the heads that the ledgers of projects count. */
  countedHeads: CountedHeadsReader
  sessions: Sessions
  auth: AuthService
  passwords: Passwords
  securityLog: SecurityLog
  /** Pictures and documents. */
  files: FileStore
  /** What cameras show. */
  cameraFetch: CameraFetch
  /** Rich texts by the allow-list. */
  cleaner: TextCleaner
  /** Records from spreadsheets. */
  imports: Importer
  /** Rules played to stored readings. */
  rehearser: Rehearser
  /** Tells the other parts of the server what a call changed. */
  events: Events
}
