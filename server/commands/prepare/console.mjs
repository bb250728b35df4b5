// The built console, made again when what it is made of has changed.
import { cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hash, modules, node, read, say, Stop, stopwatch, top } from './checkout.mjs'
import { run, withNode } from './programs.mjs'

const dist = join(top, 'dist')
const buildStamp = join(dist, '.sources')
/** What the compressed files were made of. */
const compressedStamp = join(dist, '.compressed')
/** All that the built console depends on. */
const buildSources = ['src', 'streams', 'contract', 'locales', 'mocks', 'vite.config.ts', 'package-lock.json']

async function filesBelow(path) {
  const found = await stat(path).catch(() => null)
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => name !== 'node_modules' && !/\.test\.tsx?$/.test(name))
  return (await Promise.all(entries.map(({ name }) => filesBelow(join(path, name))))).flat()
}

/** By content: a checkout gives files new times. */
async function sourcesHash() {
  const files = (await Promise.all(buildSources.map((name) => filesBelow(join(top, name))))).flat().sort((a, b) => (a < b ? -1 : 1))
  const sums = await Promise.all(files.map(async (path) => `${relative(top, path)} ${hash(await readFile(path))}\n`))
  return hash(...sums)
}

export async function isBuilt() {
  return (await read(buildStamp)) === (await sourcesHash()) && (await stat(join(dist, 'index.html')).catch(() => null)) !== null
}

/** Next to the old one, which another instance may be serving meanwhile; then they change places. */
export async function build() {
  const elapsed = stopwatch()
  say('Building the console …')
  const sources = await sourcesHash()
  const draft = join(modules, '.drover-dist')
  await rm(draft, { recursive: true, force: true })
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  const { code, output } = await run(node, [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'], { cwd: top, stdio: ['ignore', 'pipe', 'pipe'], env: withNode() })
  if (code !== 0) throw new Stop(`${output.trim()}\nThe console could not be built.`)
  await writeFile(join(draft, '.sources'), sources)
  const old = join(modules, '.drover-dist-old')
  await rm(old, { recursive: true, force: true })
  await rename(dist, old).catch(() => {})
  await rename(draft, dist).catch(() => cp(draft, dist, { recursive: true }))
  await rm(old, { recursive: true, force: true })
  say(`Built in ${elapsed()} s.`)
}

export async function isCompressed() {
  const built = await read(buildStamp)
  return built !== null && (await read(compressedStamp)) === built
}

/** Until it is done the server compresses what it is asked for, less well. */
export async function compress() {
  const sources = await read(buildStamp)
  const { code, output } = await run(node, [fileURLToPath(new URL('./compress.mjs', import.meta.url)), dist], { cwd: top, stdio: ['ignore', 'pipe', 'pipe'], env: withNode() })
  // Another start may have put a newer console in its place meanwhile; that one is compressed by whoever built it.
  if ((await read(buildStamp)) !== sources) return
  if (code !== 0) throw new Stop(`${output.trim()}\nThe console could not be compressed.`)
  await writeFile(compressedStamp, sources)
}
