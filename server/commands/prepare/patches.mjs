// Faults of packages that their makers have not mended yet: passages that are replaced in what npm installed.
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { modules, read, Stop } from './checkout.mjs'

const mark = '// Mended by server/commands/prepare/patches.mjs.'

const patches = [
  {
    // postgres 3.4.9: where a connection is lost while a small write waits for its turn, that write ends the process, or
    // stays for ever in the way of those after it (porsager/postgres issues 1154 and 1208). Where it is lost while the types
    // of arrays are asked for, nobody awaits that answer, and the process ends; the next connection asks again. What was
    // given to a connection between its error and its close was never sent, and the next one waited for its answer for ever.
    file: 'postgres/src/connection.js',
    passages: [
      [
        '  function nextWrite(fn) {\n',
        `  function nextWrite(fn) {\n    ${mark}\n    if (socket === null) {\n      chunk = nextWriteTimer = null\n      error(Errors.connection('CONNECTION_CLOSED', options))\n      return false\n    }\n`,
      ],
      ['    clearImmediate(nextWriteTimer)\n    if (socket) {\n', '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {\n'],
      [
        "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)\n",
        "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)\n",
      ],
      ['        return fetchArrayTypes()\n', '        return fetchArrayTypes().catch(() => {})\n'],
      ['    !hadError && (query || sent.length) && error(', '    if (query || sent.length) error('],
    ],
  },
]

/** Whether all patches are in; a package that is not installed needs none. */
export async function isPatched() {
  const texts = await Promise.all(patches.map(({ file }) => read(join(modules, file))))
  return texts.every((text, i) => text === null || patches[i].passages.every(([, replacement]) => text.includes(replacement)))
}

export async function patch() {
  for (const { file, passages } of patches) {
    const path = join(modules, file)
    const text = await read(path)
    if (text === null) continue
    let mended = text
    for (const [passage, replacement] of passages) {
      if (mended.includes(replacement)) continue
      if (mended.split(passage).length !== 2) throw new Stop(`${file} is another one than its patch is for: see server/commands/prepare/patches.mjs.`)
      mended = mended.replace(passage, () => replacement)
    }
    if (mended === text) continue
    // A file of its own: the one that is there may be shared with other checkouts.
    await writeFile(`${path}.new`, mended)
    await rename(`${path}.new`, path)
  }
}
