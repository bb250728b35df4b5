// `node server/commands/prepare.mjs [--no-build | --compress] [--supervise] <script.ts> [argument …]`
// `node server/commands/prepare.mjs --build | --compress`
//
// First step of every npm script that runs our code; it works with any Node >= 20 and nothing installed. It installs
// missing packages, builds the console when its sources changed, and runs the script with the Node of package.json.
// A supervised script starts during the build, and the console is compressed once it is ready. With `--compress` the console is
// compressed before the script starts. Plain JavaScript, with only the features of Node 20.
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { node, say, Stop, top } from './prepare/checkout.mjs'
import { build, compress, isBuilt, isCompressed } from './prepare/console.mjs'
import { memoryFlags, memorySettings } from './prepare/memory.mjs'
import { install, isInstalled } from './prepare/packages.mjs'
import { endAll, isInterrupted, run, stopWhenInterrupted, withNode } from './prepare/programs.mjs'
import { supervise } from './prepare/supervise.mjs'
import { alone } from './prepare/turns.mjs'

async function main() {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 20) throw new Stop(`Node 20 or newer is needed to begin with; this is ${process.version}.`)
  const flags = new Set()
  const words = process.argv.slice(2)
  while (words[0]?.startsWith('--')) flags.add(words.shift())
  const [script, ...rest] = words
  const isBuildOnly = !script && (flags.has('--build') || flags.has('--compress'))
  if (!script && !isBuildOnly)
    throw new Stop(
      'usage: node server/commands/prepare.mjs [--no-build | --build | --compress] [--supervise] <script.ts> [argument …]',
    )

  await doOnce(isInstalled, install)
  stopWhenInterrupted()
  if (isBuildOnly) return buildConsole(flags)
  const command = [resolve(top, script), ...rest]
  const { code, signal, error } = await (flags.has('--supervise') ? superviseBesideBuild : runAfterBuild)(
    command,
    flags,
  )
  if (error) throw new Stop(`${node} could not be run: ${error.message}`)
  process.exitCode = signal ? 128 + constants.signals[signal] : code
}

/** Runs work in only one of several concurrent starts, and only when needed. */
async function doOnce(isDone, work) {
  if (!(await isDone())) await alone(async () => void ((await isDone()) || (await work())))
}

async function buildConsole(flags) {
  if (!flags.has('--no-build')) await doOnce(isBuilt, build)
  stopWhenInterrupted()
  if (flags.has('--compress')) await doOnce(isCompressed, compress)
  stopWhenInterrupted()
}

async function runAfterBuild(command, flags) {
  await buildConsole(flags)
  return run(node, command, { stdio: 'inherit', env: withNode() })
}

/** A first start mostly waits for the demo, so the build runs in parallel. Compression starts when everything is ready. */
async function superviseBesideBuild(command, flags) {
  const builds = !flags.has('--no-build')
  const built = builds ? doOnce(isBuilt, build) : Promise.resolve()
  built.catch(() => isInterrupted() || endAll('SIGTERM'))
  const onReady = () =>
    void (builds && doOnce(isCompressed, compress).catch((error) => isInterrupted() || say(error.message)))
  const ended = await supervise(
    node,
    [...memoryFlags, ...command],
    { env: { ...memorySettings, ...withNode(), DROVER_BUILDS_BESIDE: '1' } },
    { built, onReady },
  )
  await built
  return ended
}

try {
  await main()
} catch (error) {
  stopWhenInterrupted()
  if (error.code === 'ENOSPC') say('The disk is full.')
  else if (error.code === 'EACCES' || error.code === 'EROFS') say(`This account may not write to ${error.path}.`)
  else if (error instanceof Stop) say(error.message)
  else throw error
  process.exitCode = 1
}
