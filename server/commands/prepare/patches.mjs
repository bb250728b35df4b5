// Patches for package bugs that are not fixed upstream: text replacements in the installed files.
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { modules, read, Stop } from './checkout.mjs'

const mark = '// Mended by server/commands/prepare/patches.mjs.'

const patches = [
  {
    // postgres 3.4.9: when a connection is lost while a small write waits, that write crashes the process or
    // blocks later ones forever (porsager/postgres issues 1154 and 1208). When it is lost during the query of array types,
    // the rejection is unhandled and ends the process; the next connection repeats that query. A query
    // given to a connection between its error and its close was never sent, and the next query waited for its answer forever.
    file: 'postgres/src/connection.js',
    passages: [
      [
        '  function nextWrite(fn) {\n',
        `  function nextWrite(fn) {\n    ${mark}\n    if (socket === null) {\n      chunk = nextWriteTimer = null\n      error(Errors.connection('CONNECTION_CLOSED', options))\n      return false\n    }\n`,
      ],
      [
        '    clearImmediate(nextWriteTimer)\n    if (socket) {\n',
        '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {\n',
      ],
      [
        "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)\n",
        "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)\n",
      ],
      ['        return fetchArrayTypes()\n', '        return fetchArrayTypes().catch(() => {})\n'],
      ['    !hadError && (query || sent.length) && error(', '    if (query || sent.length) error('],
    ],
  },
]

/** Returns whether all patches are applied; packages that are not installed do not count. */
export async function isPatched() {
  const texts = await Promise.all(patches.map(({ file }) => read(join(modules, file))))
  return texts.every(
    (text, i) => text === null || patches[i].passages.every(([, replacement]) => text.includes(replacement)),
  )
}

export async function patch() {
  for (const { file, passages } of patches) {
    const path = join(modules, file)
    const text = await read(path)
    if (text === null) continue
    let mended = text
    for (const [passage, replacement] of passages) {
      if (mended.includes(replacement)) continue
      if (mended.split(passage).length !== 2)
        throw new Stop(`${file} is another one than its patch is for: see server/commands/prepare/patches.mjs.`)
      mended = mended.replace(passage, () => replacement)
    }
    if (mended === text) continue
    // Writes a new file, because the existing one may be shared with other checkouts.
    await writeFile(`${path}.new`, mended)
    await rename(`${path}.new`, path)
  }
}
