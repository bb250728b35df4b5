import { endpoints } from '#contract/calls/endpoints.ts'
import type { ErrorCode } from '#contract/calls/envelope.ts'
import { CallError } from '../../api/CallError.ts'
import { uploadImage } from '../../api/files/files.ts'
import { invalidate, nounOf } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { useSession } from '../../api/session.ts'
import type { StoredLog } from '../../storage/logShelf.ts'
import { useConnection, isCurrent } from '../connection.ts'
import { dropLog, saveLog, logShelf, readLogs, useLogStore } from './logStore.ts'

/** Interval at which waiting logs are sent again, ms, independent of network events. */
const intervalMs = 20_000

/** Errors that do not concern the log itself: it is sent again later. */
const isTransient = (error: CallError) =>
  error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status) || error.code === 'TWO_FACTOR_DUE'

let turn: Promise<void> = Promise.resolve()

/** Sends the waiting logs, oldest first, in one tab at a time. */
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
      for (const log of queued.toSorted((one, other) => (one.writtenAt ?? 0) - (other.writtenAt ?? 0)))
        await sendOne(log)
      useLogStore.setState({ isAway: false })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      useLogStore.setState({ isAway: true })
    } finally {
      useLogStore.setState({ isSending: false })
    }
  })
}

/** @throws CallError when the log must be sent again later */
async function sendOne(log: StoredLog): Promise<void> {
  try {
    const whole = await uploadPhotos(log)
    await request(endpoints.dailyLogs.add, toInput(whole))
    await dropLog(whole)
    invalidate(nounOf(endpoints.dailyLogs.add))
  } catch (error) {
    if (!(error instanceof CallError) || isTransient(error)) throw error
    const lost = log.photos.filter((_photo, place) => error.fields[`photos.${place}.imageId`] !== undefined)
    const isLost = lost.some(({ imageId }) => imageId !== null)
    // An upload that was used too late has been deleted; the next attempt uploads the photo again.
    if (isLost) await saveLog({ ...log, photos: log.photos.map((photo) => ({ ...photo, imageId: null })) })
    else
      await saveLog({
        ...log,
        state: 'REFUSED',
        refusal: { code: error.code as ErrorCode, message: error.message, fields: error.fields },
      })
  }
}

/** Uploads the photos that the server lacks. Saves each upload immediately, so that no attempt repeats it. */
async function uploadPhotos(log: StoredLog): Promise<StoredLog> {
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
    await saveLog(whole)
  }
  return whole
}

function toInput({
  projectId,
  key,
  farmId,
  day,
  monitorStatus,
  counting,
  handCount,
  counts,
  text,
  photos,
  writtenAt,
  correctsId,
}: StoredLog) {
  return {
    id: projectId,
    key,
    farmId,
    day,
    monitorStatus,
    handCount: counting === 'WHOLE' ? handCount : null,
    counts:
      counting === 'PENS' ? Object.entries(counts).map(([pen, heads]) => ({ farmSlotId: Number(pen), heads })) : [],
    text,
    photos: photos.flatMap(({ imageId, place, takenAt }) =>
      imageId === null
        ? []
        : [
            {
              imageId,
              takenAt,
              longitude: place?.longitude ?? null,
              latitude: place?.latitude ?? null,
              accuracyM: place?.accuracyM ?? null,
            },
          ],
    ),
    writtenAt: writtenAt ?? 0,
    correctsId,
  }
}

/** Skips the work when another tab is sending: the server recognises duplicates, but this spares the network. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  // Missing when the console is served without HTTPS.
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return work()
  await locks.request('drover.logs', { ifAvailable: true }, (lock) => (lock === null ? undefined : work()))
}

/**
 * Sends waiting logs now, at intervals, and whenever the network may be back.
 * @returns stops it
 */
export function startSendingLogs(): () => void {
  const send = () => void sendLogs()
  const timer = setInterval(() => {
    if (useLogStore.getState().logs.some(({ state }) => state === 'QUEUED')) send()
  }, intervalMs)
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
