import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { CallError } from '../../api/CallError.ts'
import { uploadImage } from '../../api/files/files.ts'
import { imageProblem } from '../../form/files/imageProblem.ts'

/** Pictures that are uploaded and put into a text, one after the other. */
export function usePictures(editor: Editor) {
  const intl = useIntl()
  const [pending, setPending] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const ending = useRef(new AbortController())
  useEffect(() => {
    const mine = new AbortController()
    ending.current = mine
    return () => mine.abort()
  }, [])

  async function send(files: readonly File[], at?: number) {
    const { signal } = ending.current
    setError(null)
    setPending((count) => count + files.length)
    for (const file of files) {
      const problem = imageProblem(intl, file)
      if (problem === null) await put(file, signal, at)
      else setError(problem)
      setPending((count) => count - 1)
    }
  }
  async function put(file: File, signal: AbortSignal, at: number | undefined) {
    try {
      const { id } = await uploadImage(file, { signal, onProgress() {} })
      if (!signal.aborted) editor.commands.insertPicture(id, at === undefined ? undefined : Math.min(at, editor.state.doc.content.size))
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      if (thrown.code !== 'ABORTED') setError(thrown.code === 'NO_ANSWER' ? intl.formatMessage({ id: 'fault.networkDescription' }) : thrown.message)
    }
  }
  return { pending, error, send }
}
