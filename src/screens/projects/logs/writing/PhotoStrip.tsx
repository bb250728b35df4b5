import { CameraOutlined, CloseOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { imageContentTypes } from '#contract/calls/images.ts'
import { maxLogPhotos } from '#contract/projects/days/dailyLogs.ts'
import type { StoredLog, StoredPhoto } from '../../../../storage/logShelf.ts'
import { logShelf } from '../../../../store/logs/logStore.ts'
import { useFormats } from '../../../../locale/formats.ts'
import { newKey } from './draft.ts'
import { placeNow, shrinkPhoto } from './takePhoto.ts'

interface Props {
  log: Pick<StoredLog, 'userId' | 'photos' | 'timeZone'>
  onChange: (change: (photos: StoredPhoto[]) => StoredPhoto[]) => void
  /** @param isBusy whether a photo is being saved or located */
  onBusy: (isBusy: boolean) => void
  now: () => number
}

/** Photos of a log. Each is stored on the device immediately, with place and time. */
export function PhotoStrip({ log: { userId, photos, timeZone }, onChange, onBusy, now }: Props) {
  const intl = useIntl()
  const [problem, setProblem] = useState<string | null>(null)
  const room = maxLogPhotos - photos.length

  async function addPhotos(files: readonly File[]) {
    setProblem(
      files.length > room ? intl.formatMessage({ id: 'dailyLog.tooManyPhotos' }, { most: maxLogPhotos }) : null,
    )
    onBusy(true)
    try {
      const place = placeNow()
      const shelf = await logShelf()
      for (const file of files.slice(0, Math.max(room, 0))) {
        const content = await shrinkPhoto(file)
        if (content === null) {
          setProblem(intl.formatMessage({ id: 'image.wrongKind' }))
          continue
        }
        const photo: StoredPhoto = { id: newKey(), place: null, takenAt: now(), imageId: null }
        await shelf.putPhoto(userId, photo.id, content)
        onChange((before) => [...before, photo])
        const found = await place
        onChange((before) => before.map((one) => (one.id === photo.id ? { ...one, place: found } : one)))
      }
    } catch {
      setProblem(intl.formatMessage({ id: 'dailyLog.notKept' }))
    } finally {
      onBusy(false)
    }
  }

  async function remove(id: string) {
    onChange((before) => before.filter((one) => one.id !== id))
    await (await logShelf()).removePhoto(userId, id)
  }

  return (
    <section className="panel log-part" aria-labelledby="log-photos">
      <h2 id="log-photos">{intl.formatMessage({ id: 'dailyLog.photos' })}</h2>
      <ul className="log-photos">
        {photos.map((photo) => (
          <li key={photo.id}>
            <Shot userId={userId} photo={photo} timeZone={timeZone} onRemove={() => void remove(photo.id)} />
          </li>
        ))}
        {room > 0 && (
          <li>
            <label className="log-photo-add">
              <input
                type="file"
                accept={imageContentTypes.join()}
                capture="environment"
                multiple
                onChange={(event) => {
                  const files = [...(event.target.files ?? [])]
                  event.target.value = ''
                  if (files.length > 0) void addPhotos(files)
                }}
              />
              <CameraOutlined aria-hidden />
              <span>{intl.formatMessage({ id: 'dailyLog.takePhoto' })}</span>
            </label>
          </li>
        )}
      </ul>
      {problem !== null && (
        <p role="alert" className="log-fault">
          {problem}
        </p>
      )}
    </section>
  )
}

function Shot({
  userId,
  photo,
  timeZone,
  onRemove,
}: {
  userId: number
  photo: StoredPhoto
  timeZone: string
  onRemove: () => void
}) {
  const intl = useIntl()
  const { time } = useFormats()
  const url = useKeptPhoto(userId, photo.id)
  const at = time(photo.takenAt, timeZone)
  const alt = intl.formatMessage({ id: 'dailyLog.photoOf' }, { time: at })
  return (
    <figure>
      {url === null ? <div className="log-photo-coming" /> : <img src={url} alt={alt} />}
      <figcaption>
        {intl.formatMessage(
          { id: photo.place === null ? 'dailyLog.photoUnplaced' : 'dailyLog.photoPlaced' },
          { time: at },
        )}
      </figcaption>
      <button
        type="button"
        className="log-photo-remove"
        aria-label={intl.formatMessage({ id: 'dailyLog.removePhoto' }, { time: at })}
        onClick={onRemove}
      >
        <CloseOutlined aria-hidden />
      </button>
    </figure>
  )
}

function useKeptPhoto(userId: number, id: string): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const left = new AbortController()
    void logShelf().then(async (shelf) => {
      const content = await shelf.photo(userId, id)
      if (content === null || left.signal.aborted) return
      const made = URL.createObjectURL(content)
      setUrl(made)
      left.signal.addEventListener('abort', () => URL.revokeObjectURL(made))
    })
    return () => left.abort()
  }, [userId, id])
  return url
}
