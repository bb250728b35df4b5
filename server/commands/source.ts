import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { machineNow, toInstant } from '../clock.ts'
import { codeOf } from '../errorCode.ts'
import { openAlongsideServer } from '../db/open/beside.ts'
import type { Sql } from '../db/connect.ts'
import { giveUpRoot } from '../db/embedded/giveUpRoot.ts'
import { type DecoderName, decoderNames } from '../ingest/decoders/decoders.ts'
import { addSource, farmsNamed, listSources, revokeSource } from '../resources/sources.ts'
import { readSettings, StartError } from '../settings.ts'
import { createLog } from './runCommand.ts'

const usage = `usage: npm run source -- add NAME --farm FARM [--farm FARM …] [--adapter ${decoderNames.join('|')} …] [--query-token]
       npm run source -- list
       npm run source -- revoke NAME
A source is what one gateway, or one site, sends by: it may speak for its farms (names or ids; --all-farms: for all) and no
others, in the formats of its adapters (all unless told). --query-token: its secret may stand in an address, for devices that
can't set headers; addresses are written to the logs of proxies.`

const secretBytes = 32
const uniqueViolation = '23505'

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        farm: { type: 'string', multiple: true, default: [] },
        'all-farms': { type: 'boolean', default: false },
        adapter: { type: 'string', multiple: true, default: [] },
        'query-token': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

type Options = ReturnType<typeof readArguments>['values']

/** Creates a source. Its secret is printed once and only its hash is stored. */
async function add(sql: Sql, name: string, options: Options): Promise<string> {
  const farmIds = await farmsOf(sql, options)
  const secret = randomBytes(secretBytes).toString('base64url')
  const source = {
    name,
    secret,
    adapters: adaptersOf(options.adapter),
    farmIds,
    takesQueryToken: options['query-token'],
    createdAt: machineNow(),
  }
  await addSource(sql, source).catch((error: unknown) => {
    throw codeOf(error) === uniqueViolation ? new StartError(`there is a source ${name} already`) : error
  })
  return `source  ${name}\nsecret  ${secret}\nThe secret is shown this once. MQTT: user name and password; HTTP: Authorization: Bearer <secret>.\n`
}

async function farmsOf(sql: Sql, { farm: texts, 'all-farms': isForAll }: Options): Promise<number[] | null> {
  if (isForAll && texts.length === 0) return null
  if (isForAll || texts.length === 0)
    throw new StartError('name the farms that it may speak for by --farm, or say --all-farms')
  const ids: number[] = []
  for (const text of texts) {
    const [farm, ...others] = await farmsNamed(sql, text)
    if (!farm) throw new StartError(`there is no farm ${text}`)
    if (others.length > 0)
      throw new StartError(
        `there are several farms ${text}: name one by its id (${[farm, ...others].map(({ id }) => id).join(', ')})`,
      )
    ids.push(farm.id)
  }
  return ids
}

function adaptersOf(texts: readonly string[]): readonly DecoderName[] {
  if (texts.length === 0) return decoderNames
  return texts.map((text) => {
    const found = decoderNames.find((name) => name === text)
    if (!found) throw new StartError(`there is no adapter ${text}: there are ${decoderNames.join(', ')}`)
    return found
  })
}

async function list(sql: Sql): Promise<string> {
  const sources = await listSources(sql)
  const rows = sources.map(({ name, adapters, farmIds, farmNames, takesQueryToken, createdAt, revokedAt }) => [
    name,
    farmIds === null ? '(all farms)' : farmNames.join(', '),
    `${adapters.join(',')}${takesQueryToken ? ' (query token)' : ''}`,
    toInstant(createdAt).slice(0, 10),
    revokedAt === null ? '' : `revoked ${toInstant(revokedAt).slice(0, 10)}`,
  ])
  const table = [['SOURCE', 'FARMS', 'ADAPTERS', 'SINCE', ''], ...rows]
  return table.map((row) => `${row.join('  ').trimEnd()}\n`).join('')
}

async function run(): Promise<string> {
  const { positionals, values } = readArguments()
  const [word, name, ...rest] = positionals
  const isComplete =
    word === 'list'
      ? name === undefined
      : (word === 'add' || word === 'revoke') && name !== undefined && name.trim() !== ''
  if (!isComplete || rest.length > 0) throw new StartError(usage)
  const settings = readSettings(process.env)
  await giveUpRoot(settings.DATA_DIR)
  const { sql, close } = await openAlongsideServer(settings, createLog(settings))
  try {
    if (word === 'list') return await list(sql)
    if (word === 'add') return await add(sql, name ?? '', values)
    if (!(await revokeSource(sql, name ?? '', machineNow()))) throw new StartError(`there is no source ${name}`)
    return `${name} may not send any more; its connections are closed.\n`
  } finally {
    await close()
  }
}

try {
  process.stdout.write(await run())
} catch (error) {
  process.stderr.write(`drover: ${error instanceof StartError ? error.message : String(error)}\n`)
  process.exitCode = 1
}
