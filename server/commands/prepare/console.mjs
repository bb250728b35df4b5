// Builds the console when its sources have changed.
import { cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hash, modules, node, read, say, Stop, stopwatch, top } from './checkout.mjs'
import { run, withNode } from './programs.mjs'

const dist = join(top, 'dist')
const buildStamp = join(dist, '.sources')
/** Hash of the sources of the compressed files. */
const compressedStamp = join(dist, '.compressed')
/** List of the build's own hashed files, one per line; other hashed files belong to the previous build. */
const ownAssets = '.assets'
/** All sources of the built console. */
const buildSources = ['src', 'streams', 'contract', 'locales', 'mocks', 'vite.config.ts', 'package-lock.json']

async function filesBelow(path) {
  const found = await stat(path).catch(() => null)
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = (await readdir(path, { withFileTypes: true })).filter(
    ({ name }) => name !== 'node_modules' && !/\.test\.tsx?$/.test(name),
  )
  return (await Promise.all(entries.map(({ name }) => filesBelow(join(path, name))))).flat()
}

/** Hashes contents, because a checkout changes file times. */
async function sourcesHash() {
  const files = (await Promise.all(buildSources.map((name) => filesBelow(join(top, name)))))
    .flat()
    .sort((a, b) => (a < b ? -1 : 1))
  const sums = await Promise.all(files.map(async (path) => `${relative(top, path)} ${hash(await readFile(path))}\n`))
  return hash(...sums)
}

export async function isBuilt() {
  return (
    (await read(buildStamp)) === (await sourcesHash()) &&
    (await stat(join(dist, 'index.html')).catch(() => null)) !== null
  )
}

/** Builds next to the old console, which another instance may be serving, then swaps the folders. */
export async function build() {
  const elapsed = stopwatch()
  say('Building the console …')
  const sources = await sourcesHash()
  const draft = join(modules, '.drover-dist')
  const old = join(modules, '.drover-dist-old')
  // An interrupted swap may have left no console.
  await rename(old, dist).catch(() => {})
  await rm(draft, { recursive: true, force: true })
  const vite = join(modules, 'vite', 'bin', 'vite.js')
  const { code, output } = await run(node, [vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: top,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withNode(),
  })
  if (code !== 0) throw new Stop(`${output.trim()}\nThe console could not be built.`)
  await keepAssets(draft)
  await writeFile(join(draft, '.sources'), sources)
  await rm(old, { recursive: true, force: true })
  await rename(dist, old).catch(() => {})
  await rename(draft, dist).catch(() => copyOver(draft))
  await Promise.all([old, draft].map((left) => rm(left, { recursive: true, force: true })))
  say(`Built in ${elapsed()} s.`)
}

/** Copies the previous build's hashed files: an open console still requests them. The next build removes them. */
async function keepAssets(draft) {
  const namesIn = (folder) => readdir(join(folder, 'assets')).catch(() => [])
  const own = await namesIn(draft)
  await writeFile(join(draft, ownAssets), own.join('\n'))
  const before = (await read(join(dist, ownAssets)))?.split('\n')
  const kept = (await namesIn(dist)).filter(
    (name) => !own.includes(name) && (before === undefined || before.includes(name.replace(/\.br$/, ''))),
  )
  await Promise.all(kept.map((name) => cp(join(dist, 'assets', name), join(draft, 'assets', name))))
}

/** Copies file by file where folders cannot be swapped: the page after its files, the stamp last, so that an interrupted copy is repeated. */
async function copyOver(draft) {
  const stamp = '.sources'
  await rm(buildStamp, { force: true })
  const parts = (await readdir(draft)).filter((name) => name !== stamp && name !== 'index.html')
  for (const name of [...parts, 'index.html']) await cp(join(draft, name), join(dist, name), { recursive: true })
  const wanted = new Set(await readdir(draft, { recursive: true }))
  const others = (await readdir(dist, { recursive: true })).filter((name) => !wanted.has(name))
  await Promise.all(others.map((name) => rm(join(dist, name), { recursive: true, force: true })))
  await cp(join(draft, stamp), buildStamp)
}

export async function isCompressed() {
  const built = await read(buildStamp)
  return built !== null && (await read(compressedStamp)) === built
}

/** Until this has finished, the server compresses files itself, at lower quality. */
export async function compress() {
  const sources = await read(buildStamp)
  const { code, output } = await run(node, [fileURLToPath(new URL('./compress.mjs', import.meta.url)), dist], {
    cwd: top,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: withNode(),
  })
  // Another start may have installed a newer console; that start compresses it.
  if ((await read(buildStamp)) !== sources) return
  if (code !== 0) throw new Stop(`${output.trim()}\nThe console could not be compressed.`)
  await writeFile(compressedStamp, sources)
}
