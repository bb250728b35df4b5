import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { CallError } from '../../api/CallError.ts'
import type { Upload } from '../../api/files/files.ts'
import { useCountUpload } from './uploading.ts'

interface Options {
  send: Upload
  /** Returns why a file must not be sent; null: it may be sent. */
  problemOf: (file: File) => string | null
  onSent: (id: string, file: File) => void
}

/** Uploads one file at a time; another file, or unmounting, cancels the previous upload. */
export function useUpload({ send, problemOf, onSent }: Options) {
  const intl = useIntl()
  const [error, setError] = useState<string | null>(null)
  /** Share of the file already sent, 0 to 1; null: no upload is running. */
  const [progress, setProgress] = useState<number | null>(null)
  useCountUpload(progress !== null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function start(file: File) {
    current.current?.abort()
    const found = problemOf(file)
    setError(found)
    if (found !== null) return
    const mine = new AbortController()
    current.current = mine
    setProgress(0)
    try {
      const { id } = await send(file, {
        signal: mine.signal,
        onProgress: (share) => current.current === mine && setProgress(share),
      })
      if (current.current === mine) onSent(id, file)
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      if (thrown.code !== 'ABORTED')
        setError(thrown.code === 'NO_ANSWER' ? intl.formatMessage({ id: 'fault.networkDescription' }) : thrown.message)
    } finally {
      if (current.current === mine) {
        current.current = null
        setProgress(null)
      }
    }
  }

  return { error, progress, start, cancel: () => current.current?.abort() }
}
