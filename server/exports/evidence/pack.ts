import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { ZipFile } from 'yazl'
import { toInstant } from '../../clock.ts'
import { makeDirectory } from '../../db/embedded/dataDirectory.ts'
import type { FileStore } from '../../files/fileStore.ts'
import type { Language } from '../../languages.ts'
import type { Fix } from '../pdf/blocks.ts'
import { drawReportFile } from '../pdf/reportDrawer.ts'
import { wordsIn } from '../pdf/words.ts'
import { evidenceWords } from './evidenceWords.ts'
import type { EvidenceFacts, EvidenceReading, ReadingSpan } from './facts.ts'
import { noteMade, type MadeFile, writeMade } from '../madeFiles.ts'
import { reportOf } from './report.ts'
import { decisionsJson, decisionsTable, readingsTable } from './tables.ts'

/** Approximate maximum number of points in the drawn track. */
const maxTrackPoints = 4000

interface PackMeans {
  /** An empty folder, which the caller removes. */
  folder: string
  language: Language
  publicUrl: string
  files: FileStore
  log: Pick<Logger, 'error'>
  signal: AbortSignal
}

/** The files of a pack on disk, in order. `manifest`: SHA-256 of `manifest.json`. */
export interface Pack {
  files: MadeFile[]
  manifest: string
  readings: number
}

/**
 * Writes the files of an evidence pack: readings, decisions, photos, report, a manifest, and a list for `sha256sum -c`.
 * The manifest has the hash of each file, and the positions of its rows in the sealed record.
 * @param portions the readings, in order; `span` is called after their end
 * @throws CallError UNAVAILABLE when the report cannot be drawn
 */
export async function makePack(
  facts: EvidenceFacts,
  portions: AsyncIterable<readonly EvidenceReading[]>,
  span: () => ReadingSpan,
  means: PackMeans,
): Promise<Pack> {
  const { folder, language, publicUrl, log, signal } = means
  const words = wordsIn(evidenceWords, language, facts.farm.timeZone)
  const fixes = thinned(maxTrackPoints)
  const table = readingsTable(words, noting(portions, fixes.add), signal)
  const [readings] = await Promise.all([
    writeMade('readings.csv', join(folder, 'readings.csv'), table.stream),
    table.written,
  ])
  const decisions = await writeMade(
    'decisions.csv',
    join(folder, 'decisions.csv'),
    await decisionsTable(facts, words, signal),
  )
  const json = await writeMade('decisions.json', join(folder, 'decisions.json'), Readable.from([decisionsJson(facts)]))
  const photos = await copyPhotos(facts, means)
  const inReport = [readings, decisions, json, ...photos]
  const pdf = join(folder, 'report.pdf')
  await drawReportFile(
    reportOf(facts, {
      words,
      span: span(),
      fixes: fixes.all(),
      publicUrl,
      files: inReport,
      photos: photos.map(({ diskPath: on }) => on),
    }),
    pdf,
    log,
    signal,
  )
  const readme = words.own('readme', {
    id: facts.alert.id,
    by: facts.madeBy,
    at: words.instant(facts.madeAt),
    zone: words.timeZone,
    link: publicUrl,
  })
  const listed = [
    await noteMade('report.pdf', pdf),
    ...inReport,
    await writeMade('README.txt', join(folder, 'README.txt'), Readable.from([readme])),
  ]
  const manifest = await writeMade(
    'manifest.json',
    join(folder, 'manifest.json'),
    Readable.from([manifestOf(facts, span(), listed)]),
  )
  const sums = [...listed, manifest].map(({ hash, path }) => `${hash}  ${path}\n`).join('')
  const whole = [...listed, manifest, await writeMade('SHA256SUMS', join(folder, 'SHA256SUMS'), Readable.from([sums]))]
  return { files: whole, manifest: manifest.hash, readings: span().rows }
}

/** Streams a pack as a ZIP, reading from disk while it is sent. */
export function zipOf({ files }: Pack): Readable {
  const zip = new ZipFile()
  const output = new Readable().wrap(zip.outputStream)
  zip.on('error', (error: Error) => void output.destroy(error))
  for (const { diskPath: on, path } of files) zip.addReadStream(createReadStream(on), path)
  zip.end()
  return output
}

async function copyPhotos({ photos }: EvidenceFacts, { folder, files }: PackMeans): Promise<MadeFile[]> {
  if (photos.length === 0) return []
  await makeDirectory(join(folder, 'photos'))
  const copied: MadeFile[] = []
  for (const [place, photo] of photos.entries()) {
    const name = `${String(place + 1).padStart(2, '0')}.webp`
    copied.push(await writeMade(`photos/${name}`, join(folder, 'photos', name), await files.read(photo)))
  }
  return copied
}

function manifestOf(facts: EvidenceFacts, { from, to, rows, isCut }: ReadingSpan, files: readonly MadeFile[]): string {
  const { alert, madeAt, madeBy, sealed, farm } = facts
  const manifest = {
    of: 'alert',
    alertId: alert.id,
    madeAt: toInstant(madeAt),
    madeBy,
    farmTimeZone: farm.timeZone,
    readings: { from: toInstant(from), to: toInstant(to), rows, isCut },
    files: files.map(({ path, hash, size }) => ({ path, sha256: hash, bytes: size })),
    sealed,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

async function* noting(
  portions: AsyncIterable<readonly EvidenceReading[]>,
  add: (fix: Fix) => void,
): AsyncGenerator<readonly EvidenceReading[]> {
  for await (const portion of portions) {
    for (const { longitude, latitude, at } of portion)
      if (longitude !== null && latitude !== null) add([longitude, latitude, Date.parse(at)])
    yield portion
  }
}

/** Collects a track of any length in a bounded number of points: when full, it drops every other point. */
function thinned(most: number) {
  let points: Fix[] = []
  let step = 1
  let seen = 0
  return {
    add(fix: Fix): void {
      if (seen++ % step !== 0) return
      points.push(fix)
      if (points.length < 2 * most) return
      points = points.filter((_, place) => place % 2 === 0)
      step *= 2
    },
    all: (): Fix[] => points,
  }
}
