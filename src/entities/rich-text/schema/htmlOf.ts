import type { Editor } from '@tiptap/core'
import { DOMSerializer } from '@tiptap/pm/model'
import { partRows } from './tableNodes.ts'

/** Returns the text as HTML for saving; empty when there is no content. */
export function htmlOf({ state: { doc, schema } }: Pick<Editor, 'state'>): string {
  const only = doc.firstChild
  const isNothing =
    doc.childCount === 0 || (doc.childCount === 1 && only?.type.name === 'paragraph' && only.childCount === 0)
  if (isNothing) return ''
  // A separate document, which loads no resources.
  const page = document.implementation.createHTMLDocument('')
  const text = page.createElement('div')
  text.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content, { document: page }))
  for (const table of text.querySelectorAll('table')) partRows(table)
  return text.innerHTML
}
