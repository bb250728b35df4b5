import './richText.css'
import { Editor } from '@tiptap/core'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { imageContentTypes } from '#contract/calls/images.ts'
import type { FieldControlProps } from '../../form/controls/controlProps.ts'
import { readPasted } from './pastedPictures.ts'
import { PictureBar } from './PictureBar.tsx'
import { htmlOf } from './schema/htmlOf.ts'
import { richExtensions } from './schema/richExtensions.ts'
import { TableBar } from './TableBar.tsx'
import { Toolbar } from './Toolbar.tsx'
import { usePictures } from './usePictures.ts'

interface Props extends FieldControlProps<string> {
  label: string
}

const picturesIn = (files: FileList | undefined) =>
  [...(files ?? [])].filter(({ type }) => imageContentTypes.some((known) => known === type))

/** Editor for rich text: headings, lists, tables, links, pictures (chosen, pasted or dropped), and videos by URL. */
export function RichTextEditor({ label, ...props }: Props) {
  // Not memoised: the editor mutates in place and must be read at each render.
  'use no memo'
  const intl = useIntl()
  const { value, disabled } = props
  const host = useRef<HTMLDivElement>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [editor] = useState(
    () =>
      new Editor({
        element: null,
        extensions: richExtensions,
        content: value ?? '',
        onCreate: redraw,
        onTransaction: redraw,
      }),
  )
  const pictures = usePictures(editor)
  const latest = useRef({ ...props, pictures })
  useLayoutEffect(() => {
    latest.current = { ...props, pictures }
  })
  /** Text last exchanged with the form. */
  const lastText = useRef(value ?? '')
  const attributes = JSON.stringify(attributesOf({ ...props, label }))

  useEffect(() => {
    editor.setOptions({
      editorProps: {
        attributes: JSON.parse(attributes) as Record<string, string>,
        handlePaste(_view, event) {
          const files = picturesIn(event.clipboardData?.files)
          const pasted = readPasted(event.clipboardData?.getData('text/html') ?? '')
          // Uploads a picture even if it is pasted with the URL it was copied from; text pasted with an image of itself stays text.
          const isText = pasted.body.innerHTML !== '' && !pasted.isPictures
          if (files.length > 0 && !isText) void latest.current.pictures.send(files)
          else if (pasted.embedded.length > 0) void latest.current.pictures.takeIn(pasted)
          else return false
          return true
        },
        handleDrop(view, event, _slice, isMoved) {
          if (isMoved) return false
          const files = picturesIn(event.dataTransfer?.files)
          const dropped = readPasted(event.dataTransfer?.getData('text/html') ?? '')
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
          if (files.length > 0) void latest.current.pictures.send(files, at)
          else if (dropped.embedded.length > 0) void latest.current.pictures.takeIn(dropped, at)
          else return false
          return true
        },
        transformPastedHTML(html) {
          latest.current.pictures.leaveOut(readPasted(html).externalCount)
          return html
        },
      },
    })
  }, [editor, attributes])
  useEffect(() => {
    const reportText = () => {
      lastText.current = htmlOf(editor)
      latest.current.onChange(lastText.current)
    }
    const leave = () => latest.current.onBlur()
    editor.on('update', reportText)
    editor.on('blur', leave)
    if (host.current) editor.mount(host.current)
    return () => {
      editor.off('update', reportText)
      editor.off('blur', leave)
      editor.unmount()
    }
  }, [editor])
  useEffect(() => {
    if ((value ?? '') === lastText.current) return
    lastText.current = value ?? ''
    editor.commands.setContent(lastText.current, { emitUpdate: false })
  }, [editor, value])
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled])
  const isReady = editor.isInitialized

  return (
    <div className="rich-editor" aria-disabled={disabled || undefined}>
      {isReady && <Toolbar editor={editor} isDisabled={disabled} onPictures={(files) => void pictures.send(files)} />}
      {isReady && editor.isActive('table') && <TableBar editor={editor} />}
      {isReady && editor.isActive('picture') && <PictureBar editor={editor} />}
      <div ref={host} className="rich-text" />
      <div role="status" className="rich-editor-status">
        {pictures.pending > 0 && intl.formatMessage({ id: 'rich.uploading' }, { count: pictures.pending })}
      </div>
      {pictures.leftOut > 0 && (
        <div role="alert" className="rich-left-out">
          {intl.formatMessage({ id: 'rich.leftOut' }, { count: pictures.leftOut })}
        </div>
      )}
      {pictures.error !== null && (
        <div role="alert" className="file-input-error">
          {pictures.error}
        </div>
      )}
    </div>
  )
}

function attributesOf({ id, label, ...aria }: Props): Record<string, string> {
  const said = {
    'aria-invalid': aria['aria-invalid'],
    'aria-describedby': aria['aria-describedby'],
    'aria-required': aria['aria-required'],
  }
  const given = Object.entries(said).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
  return { id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, ...Object.fromEntries(given) }
}
