// `node compress.mjs <folder>`: each file of the built console beside itself as Brotli, better than there is time for while somebody waits.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants as zlib } from 'node:zlib'

const [folder] = process.argv.slice(2)
const compress = promisify(brotliCompress)

/** A server may be reading it: it is there as a whole, or not at all. */
async function compressFile(name) {
  const path = join(folder, name)
  const content = await readFile(path)
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${path}.br.part`, await compress(content, { params }))
  await rename(`${path}.br.part`, `${path}.br`)
}

setPriority(constants.priority.PRIORITY_LOW)
const names = new Set(await readdir(folder, { recursive: true }))
// What has a hash in its name is compressed once: it stays for a build.
const isDone = (name) => name.startsWith('assets') && names.has(`${name}.br`)
await Promise.all([...names].filter((name) => /\.(?:js|css|html|svg|wasm)$/.test(name) && !isDone(name)).map(compressFile))
