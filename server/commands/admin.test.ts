import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { runCommandFile, commandPlace } from './testCommand.ts'

vi.setConfig({ testTimeout: 60_000 })

const { database, environment: place } = commandPlace()
const make = (environment: Record<string, string>) => runCommandFile('admin.ts', { ...place(), ...environment }).ended
const administrators = async () =>
  (
    await database().sql<{ name: string }[]>`
    select u.user_name as name from users u join organisations o on o.id = u.organisation_id
    where u.role = 'ADMIN_PLATFORM' and u.status = 'ACTIVE' and o.kind = 'PLATFORM' order by u.id`
  ).map(({ name }) => name)

describe('account from the environment', () => {
  it('adds a platform administrator once', async () => {
    const account = { DROVER_ADMIN_USER: ' root ', DROVER_ADMIN_PASSWORD: 'Grassland7' }
    expect(await make(account)).toEqual({
      code: 0,
      stdout: 'root may sign in as platform administrator.\n',
      stderr: '',
    })
    expect(await administrators()).toEqual(['root'])
    const noted = await database().sql`select kind, user_name, what from security_events`
    expect(noted).toEqual([{ kind: 'COMMAND', user_name: 'root', what: 'npm run admin' }])
    expect(await make(account)).toEqual({ code: 1, stdout: '', stderr: 'drover: there is a user root already\n' })
    expect(await administrators()).toEqual(['root'])
  })

  it('refuses a weak password', { tags: 'long' }, async () => {
    const weak = await make({ DROVER_ADMIN_USER: 'weak', DROVER_ADMIN_PASSWORD: 'grassland' })
    expect([weak.code, weak.stderr]).toEqual([
      1,
      expect.stringMatching(/^drover: a password has 8 to 30 characters.*\n$/),
    ])
    expect(await administrators()).not.toContain('weak')
  })

  it('refuses an invalid name and a missing terminal', { tags: 'long' }, async () => {
    const misnamed = await make({ DROVER_ADMIN_USER: 'two words', DROVER_ADMIN_PASSWORD: 'Grassland7' })
    expect([misnamed.code, misnamed.stderr]).toEqual([
      1,
      'drover: a user name has 2 to 50 letters, digits and . _ @ -\n',
    ])
    const silent = await make({})
    expect([silent.code, silent.stderr]).toEqual([
      1,
      expect.stringMatching(/^drover: no terminal to ask on: set DROVER_ADMIN_USER and DROVER_ADMIN_PASSWORD\n$/),
    ])
  })
})

const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version'], { stdio: 'ignore' }).status === 0

/** Runs the command on a terminal and types an answer at each question. */
async function typeAt(answers: string[]): Promise<{ code: number; shown: string }> {
  const child = spawn('script', ['-qec', `'${process.execPath}' server/commands/admin.ts`, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', TERM: 'dumb', ...place() },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let shown = ''
  let seen = 0
  const left = [...answers]
  child.stdout.on('data', (bytes: Buffer) => {
    shown += bytes.toString()
    const question = /(?:User name|of any kind\)|Once more): /.exec(shown.slice(seen))
    if (!question) return
    seen = shown.length
    child.stdin.write(`${left.shift() ?? ''}\r`)
  })
  const [code] = (await once(child, 'close')) as [number]
  return { code, shown }
}

describe.skipIf(!hasTerminal)('account from a terminal (needs util-linux’ script)', { tags: 'long' }, () => {
  it('asks for a name and twice for a hidden password', async () => {
    const { code, shown } = await typeAt(['typed', 'Grassland8', 'Grassland8'])
    expect([code, shown]).toEqual([0, expect.stringContaining('typed may sign in as platform administrator.')])
    expect(shown).not.toContain('Grassland8')
    expect(await administrators()).toContain('typed')
  })

  it('adds no user when the passwords differ', async () => {
    const { code, shown } = await typeAt(['mistyped', 'Grassland8', 'Grassland9'])
    expect([code, shown]).toEqual([1, expect.stringContaining('drover: the two passwords do not match')])
    expect(await administrators()).not.toContain('mistyped')
  })
})
