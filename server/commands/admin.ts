import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { userNameSchema } from '#contract/people/userNames.ts'
import { passwordSchema } from '#contract/values/passwords.ts'
import { machineNow } from '../clock.ts'
import { createPasswords } from '../auth/passwords.ts'
import { securityEvent } from '../auth/securityLog.ts'
import { insertSecurityEvents } from '../db/auth/securityEvents.ts'
import { codeOf } from '../errorCode.ts'
import { openAlongsideServer } from '../db/open/beside.ts'
import { giveUpRoot } from '../db/embedded/giveUpRoot.ts'
import { platformOrganisation } from '../resources/people/organisations.ts'
import { insertUser } from '../resources/people/users.ts'
import { readSettings, type Settings, StartError } from '../settings.ts'

const passwords = createPasswords()

interface Account {
  userName: string
  password: string
}

/** Asks on the terminal; hides what is typed for a password. */
async function ask(question: string, hidden = false): Promise<string> {
  let muted = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!muted) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    const answer = terminal.question(question)
    muted = hidden
    return await answer
  } finally {
    terminal.close()
    if (hidden) process.stdout.write('\n')
  }
}

async function readAccount(): Promise<Account> {
  const userName = process.env['DROVER_ADMIN_USER'] ?? ''
  const password = process.env['DROVER_ADMIN_PASSWORD'] ?? ''
  if (userName !== '' && password !== '') return { userName, password }
  if (!process.stdin.isTTY) {
    throw new StartError('no terminal to ask on: set DROVER_ADMIN_USER and DROVER_ADMIN_PASSWORD')
  }
  const typedName = userName === '' ? await ask('User name: ') : userName
  const typed = await ask(
    'Password (8 to 30 characters with a digit, a lower-case and an upper-case letter; or 15 to 128 of any kind): ',
    true,
  )
  if ((await ask('Once more: ', true)) !== typed) throw new StartError('the two passwords do not match')
  return { userName: typedName, password: typed }
}

async function check({ userName, password }: Account): Promise<Account> {
  const named = userNameSchema.safeParse(userName)
  if (!named.success) throw new StartError('a user name has 2 to 50 letters, digits and . _ @ -')
  if (!passwordSchema.safeParse(password).success) {
    throw new StartError(
      'a password has 8 to 30 characters with a digit, a lower-case and an upper-case letter; or 15 to 128 of any kind',
    )
  }
  if (await passwords.isCommon(password, [named.data]))
    throw new StartError('this password is a common one, or has the user name in it: choose another')
  return { userName: named.data, password }
}

async function addAdministrator(settings: Settings, { userName, password }: Account): Promise<void> {
  await giveUpRoot(settings.DATA_DIR)
  const database = await openAlongsideServer(settings, pino({ level: settings.LOG_LEVEL }))
  try {
    const passwordHash = await passwords.hash(password)
    await database.sql.begin(async (transaction) => {
      const at = machineNow()
      const organisationId = await platformOrganisation(transaction, at)
      const userId = await insertUser(transaction, {
        userName,
        passwordHash,
        role: 'ADMIN_PLATFORM',
        organisationId,
        displayName: userName,
        createdAt: at,
      })
      await insertSecurityEvents(transaction, [
        securityEvent({ kind: 'COMMAND', userId, userName, what: 'npm run admin' }),
      ])
    })
  } catch (error) {
    if (codeOf(error) === '23505') throw new StartError(`there is a user ${userName} already`)
    throw error
  } finally {
    await database.close()
  }
}

async function run(settings: Settings): Promise<void> {
  const account = await check(await readAccount())
  await addAdministrator(settings, account)
  process.stdout.write(`${account.userName} may sign in as platform administrator.\n`)
}

try {
  await run(readSettings(process.env))
} catch (error) {
  process.stderr.write(`drover: ${error instanceof StartError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
