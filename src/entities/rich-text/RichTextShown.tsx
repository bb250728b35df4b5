import './richText.css'
import { Editor } from '@tiptap/core'
import { useEffect, useRef } from 'react'
import { richExtensions } from './schema/richExtensions.ts'

/** Read-only rich text; only elements of the editor's schema are drawn. */
export function RichTextShown({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const editor = new Editor({
      element: host.current,
      extensions: richExtensions,
      content: html,
      editable: false,
      editorProps: { attributes: { role: 'document', tabindex: '-1' } },
    })
    return () => editor.destroy()
  }, [html])
  return <div ref={host} className="rich-text" />
}
