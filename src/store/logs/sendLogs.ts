import { endpoints } from '#contract/calls/endpoints.ts'
import type { ErrorCode } from '#contract/calls/envelope.ts'
import { CallError } from '../../api/CallError.ts'
import { uploadImage } from '../../api/files/files.ts'
import { invalidate, nounOf } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { useSession } from '../../api/session.ts'
import type { KeptLog } from '../../storage/logShelf.ts'
import { useConnection, isCurrent } from '../connection.ts'
import { dropLog, keepLog, logShelf, readLogs, useLogStore } from './logStore.ts'

/** A waiting log is tried again after so long, whatever tells that there is a network. */
const everyMs = 20_000

/** Answers that say nothing against the log: it is sent again later. */
const passing = (error: CallError) => error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status) || error.code === 'TWO_FACTOR_DUE'

let turn: Promise<void> = Promise.resolve()

/** Sends what waits, the oldest first, in one tab at a time. */
export function sendLogs(): Promise<void> {
  turn = turn.then(sendAll, sendAll)
  return turn
}

async function sendAll(): Promise<void> {
  if (useSession.getState().session === null) return
  await inOneTab(async () => {
    const userId = await readLogs()
    const queued = useLogStore.getState().logs.filter(({ state }) => state === 'QUEUED')
    if (userId === null || queued.length === 0) return
    useLogStore.setState({ isSending: true })
    try {
      for (const log of queued.toSorted((one, other) => (one.writtenAt ?? 0) - (other.writtenAt ?? 0))) await sendOne(log)
      useLogStore.setState({ isAway: false })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      useLogStore.setState({ isAway: true })
    } finally {
      useLogStore.setState({ isSending: false })
    }
  })
}

/** @throws CallError where it is to be tried again later */
async function sendOne(log: KeptLog): Promise<void> {
  try {
    const whole = await uploadPhotos(log)
    await request(endpoints.dailyLogs.add, toInput(whole))
    await dropLog(whole)
    invalidate(nounOf(endpoints.dailyLogs.add))
  } catch (error) {
    if (!(error instanceof CallError) || passing(error)) throw error
    const lost = log.photos.filter((_photo, place) => error.fields[`photos.${place}.imageId`] !== undefined)
    const isLost = lost.some(({ imageId }) => imageId !== null)
    // An upload that was used too late is gone: it is made again, with the next try.
    if (isLost) await keepLog({ ...log, photos: log.photos.map((photo) => ({ ...photo, imageId: null })) })
    else await keepLog({ ...log, state: 'REFUSED', refusal: { code: error.code as ErrorCode, message: error.message, fields: error.fields } })
  }
}

/** Uploads the photos that the server has not; each is noted at once, so that no try makes it again. */
async function uploadPhotos(log: KeptLog): Promise<KeptLog> {
  const shelf = await logShelf()
  let whole = log
  for (const photo of log.photos) {
    if (photo.imageId !== null) continue
    const content = await shelf.photo(log.userId, photo.id)
    if (content === null) {
      whole = { ...whole, photos: whole.photos.filter(({ id }) => id !== photo.id) }
      continue
    }
    const file = new File([content], `${photo.id}.jpg`, { type: content.type })
    const { id: imageId } = await uploadImage(file, { signal: new AbortController().signal, onProgress() {} })
    whole = { ...whole, photos: whole.photos.map((one) => (one.id === photo.id ? { ...one, imageId } : one)) }
    await keepLog(whole)
  }
  return whole
}

function toInput({ projectId, key, farmId, day, monitorStatus, counting, handCount, counts, text, photos, writtenAt, correctsId }: KeptLog) {
  return {
    id: projectId,
    key,
    farmId,
    day,
    monitorStatus,
    handCount: counting === 'WHOLE' ? handCount : null,
    counts: counting === 'PENS' ? Object.entries(counts).map(([pen, heads]) => ({ farmSlotId: Number(pen), heads })) : [],
    text,
    photos: photos.flatMap(({ imageId, place, takenAt }) =>
      imageId === null ? [] : [{ imageId, takenAt, longitude: place?.longitude ?? null, latitude: place?.latitude ?? null, accuracyM: place?.accuracyM ?? null }],
    ),
    writtenAt: writtenAt ?? 0,
    correctsId,
  }
}

/** Another tab that sends just now sends everything: the server would know what comes twice, the network is spared. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  // Not there where the console is reached without https.
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return work()
  await locks.request('drover.logs', { ifAvailable: true }, (lock) => (lock === null ? undefined : work()))
}

/** Sends what waits now, and whenever there may be a network again. @returns ends it */
export function startSendingLogs(): () => void {
  const send = () => void sendLogs()
  const timer = setInterval(() => {
    if (useLogStore.getState().logs.some(({ state }) => state === 'QUEUED')) send()
  }, everyMs)
  window.addEventListener('online', send)
  const leave = useConnection.subscribe(({ connection }, before) => {
    if (isCurrent(connection) && !isCurrent(before.connection)) send()
  })
  send()
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', send)
    leave()
  }
}
