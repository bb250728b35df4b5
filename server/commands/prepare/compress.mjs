// `node compress.mjs <folder>`: adds a Brotli version of each file of the built console, at higher quality than at request time.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants as zlib } from 'node:zlib'

const [folder] = process.argv.slice(2)
const compress = promisify(brotliCompress)

/** Writes the file in one step, because a server may be reading it. */
async function compressFile(name) {
  const path = join(folder, name)
  const content = await readFile(path)
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${path}.br.part`, await compress(content, { params }))
  await rename(`${path}.br.part`, `${path}.br`)
}

setPriority(constants.priority.PRIORITY_LOW)
const names = new Set(await readdir(folder, { recursive: true }))
// Files with a hash in their name are compressed once, because they never change.
const isDone = (name) => name.startsWith('assets') && names.has(`${name}.br`)
await Promise.all(
  [...names].filter((name) => /\.(?:js|css|html|svg|wasm)$/.test(name) && !isDone(name)).map(compressFile),
)
