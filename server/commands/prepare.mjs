// `node server/commands/prepare.mjs [--no-build] [--supervise] <script.ts> [argument …]`
//
// The first step of every npm script that runs ours: any Node >= 20 with nothing installed comes this far. It installs
// what is missing, builds the console when its sources changed, and hands over to the script under the Node of
// package.json. Plain JavaScript, and only what Node 20 has.
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { node, say, Stop, top } from './prepare/checkout.mjs'
import { build, isBuilt } from './prepare/console.mjs'
import { memoryFlags, memorySettings } from './prepare/memory.mjs'
import { install, isInstalled } from './prepare/packages.mjs'
import { run, stopWhenInterrupted, withNode } from './prepare/programs.mjs'
import { supervise } from './prepare/supervise.mjs'
import { alone } from './prepare/turns.mjs'

async function main() {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 20) throw new Stop(`Node 20 or newer is needed to begin with; this is ${process.version}.`)
  const flags = new Set()
  const words = process.argv.slice(2)
  while (words[0]?.startsWith('--')) flags.add(words.shift())
  const builds = !flags.has('--no-build')
  const [script, ...rest] = words
  if (!script) throw new Stop('usage: node server/commands/prepare.mjs [--no-build] [--supervise] <script.ts> [argument …]')

  if (!(await isInstalled())) await alone(async () => void ((await isInstalled()) || (await install())))
  stopWhenInterrupted()
  if (builds && !(await isBuilt())) await alone(async () => void ((await isBuilt()) || (await build())))
  stopWhenInterrupted()

  const command = [resolve(top, script), ...rest]
  const { code, signal, error } = flags.has('--supervise')
    ? await supervise(node, [...memoryFlags, ...command], { stdio: 'inherit', env: { ...memorySettings, ...withNode() } })
    : await run(node, command, { stdio: 'inherit', env: withNode() })
  if (error) throw new Stop(`${node} could not be run: ${error.message}`)
  process.exitCode = signal ? 128 + constants.signals[signal] : code
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
