import type { Queries } from '../../db/connect.ts'
import { checkPack } from '../../exports/evidence/checkPack.ts'
import { readEntries } from '../../exports/evidence/readPack.ts'
import { findEvidenceDownload } from '../../resources/alerts/evidence/takenEvidence.ts'
import { linkNow } from '../../resources/alerts/evidence/sealedLinks.ts'
import { StartError } from '../../settings.ts'

/**
 * Verifies an evidence pack: its files against its hashes, that it was issued here, and its links against the sealed record.
 * @param path of the ZIP
 * @returns a sentence that describes the pack
 * @throws StartError with the first mismatch
 */
export async function verifyPack(sql: Queries, path: string): Promise<string> {
  const wrong = (what: string) => new StartError(`the pack ${path} is not as it was made: ${what}`)
  const { manifest, manifestHash, files } = await readEntries(path)
    .then(checkPack)
    .catch((error: unknown) => {
      throw wrong(error instanceof Error ? error.message : String(error))
    })
  const taken = await findEvidenceDownload(sql, manifest.alertId, manifestHash)
  if (!taken) throw wrong('nobody took a pack with this manifest.json here')
  let links = 0
  for (const { source, key, place, hash, rowHash } of manifest.sealed) {
    if (place === null) continue
    const now = await linkNow(sql, { source, key })
    if (now === null || now.place !== place || now.hash !== hash)
      throw wrong(`${source} ${key} is another link of the sealed record, or none`)
    if (now.rowHash !== rowHash) throw wrong(`${source} ${key} was changed since it was sealed`)
    links++
  }
  return `The pack is as ${taken.by} took it on ${taken.at}: ${files} files, of alert ${manifest.alertId}, ${links} rows in the sealed record.`
}
