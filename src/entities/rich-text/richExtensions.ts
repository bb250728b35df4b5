import type { Extensions } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { PictureNode } from './pictureNode.ts'
import { VideoNode } from './videoNode.ts'

/** Where a link may lead: wherever the server lets one lead, so that a text which is changed keeps its own. */
function isLink(address: string): boolean {
  if (/^(?:\/(?![/\\])|#)/.test(address)) return true
  return URL.canParse(address) && ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(address).protocol)
}

/** What a rich text may be made of; whatever else is pasted becomes plain text. It is what the server lets through, too. */
export const richExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // Nothing is added by itself: a text that is only looked at stays as it is.
    trailingNode: false,
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: isLink, HTMLAttributes: { target: null, rel: null, class: null } },
  }),
  TableKit.configure({ table: { resizable: false } }),
  PictureNode,
  VideoNode,
]
