import type { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { CallError } from '../../api/CallError.ts'
import { uploadImage } from '../../api/files/files.ts'
import { imageProblem } from '../../form/files/imageProblem.ts'
import type { Pasted } from './pastedPictures.ts'
import { addressOf } from './schema/pictureNode.ts'

/** Uploads pictures and inserts them into a text, one at a time. */
export function usePictures(editor: Editor) {
  const intl = useIntl()
  const [pending, setPending] = useState(0)
  const [error, setError] = useState<string | null>(null)
  // Number of pictures on other sites in the last pasted content.
  const [leftOut, leaveOut] = useState(0)
  const ending = useRef(new AbortController())
  useEffect(() => {
    const mine = new AbortController()
    ending.current = mine
    return () => mine.abort()
  }, [])

  /** Uploads files and inserts them at the cursor or at a position. */
  async function send(files: readonly File[], at?: number) {
    leaveOut(0)
    await uploadAll(
      files,
      (id) =>
        id !== null &&
        editor.commands.insertPicture(id, at === undefined ? undefined : Math.min(at, editor.state.doc.content.size)),
    )
  }

  /** Uploads the pictures embedded in HTML, then inserts the HTML at the cursor or at a position. */
  async function insertPasted({ body, embedded: carried }: Pasted, at?: number) {
    const { doc, selection } = editor.state
    let place = (at === undefined ? selection : Selection.near(doc.resolve(at))).getBookmark()
    // Editing during the upload moves the position.
    const follow = ({ transaction }: { transaction: Editor['state']['tr'] }) => {
      place = place.map(transaction.mapping)
    }
    editor.on('transaction', follow)
    const images = carried.map(({ image }) => image)
    const isDone = await uploadAll(
      carried.map(({ file }) => file),
      (id) => {
        const image = images.shift()
        if (id === null) image?.remove()
        else image?.setAttribute('src', addressOf(id))
      },
    )
    editor.off('transaction', follow)
    if (!isDone) return
    editor.view.dispatch(editor.state.tr.setSelection(place.resolve(editor.state.doc)))
    editor.view.pasteHTML(body.innerHTML, Object.assign(new Event('paste'), { clipboardData: null }))
  }

  /** @returns whether the text still exists */
  async function uploadAll(files: readonly File[], put: (id: string | null) => void): Promise<boolean> {
    const { signal } = ending.current
    setError(null)
    setPending((count) => count + files.length)
    for (const file of files) {
      const id = await upload(file, signal)
      if (!signal.aborted) put(id)
      setPending((count) => count - 1)
    }
    return !signal.aborted
  }
  async function upload(file: File, signal: AbortSignal): Promise<string | null> {
    const problem = imageProblem(intl, file)
    if (problem !== null) {
      setError(problem)
      return null
    }
    try {
      return (await uploadImage(file, { signal, onProgress() {} })).id
    } catch (thrown) {
      if (!(thrown instanceof CallError)) throw thrown
      if (thrown.code !== 'ABORTED')
        setError(thrown.code === 'NO_ANSWER' ? intl.formatMessage({ id: 'fault.networkDescription' }) : thrown.message)
      return null
    }
  }
  return { pending, error, leftOut, leaveOut, send, takeIn: insertPasted }
}
