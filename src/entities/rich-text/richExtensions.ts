import type { Extensions } from '@tiptap/core'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { linkSchema } from '#contract/content/texts.ts'
import { PictureNode } from './pictureNode.ts'
import { VideoNode } from './videoNode.ts'

/** What a rich text may be made of; whatever else is pasted becomes plain text. It is what the server lets through, too. */
export const richExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // Nothing is added by itself: a text that is only looked at stays as it is.
    trailingNode: false,
    link: { openOnClick: false, isAllowedUri: (address) => linkSchema.safeParse(address).success, HTMLAttributes: { target: null, rel: null, class: null } },
  }),
  TableKit.configure({ table: { resizable: false } }),
  PictureNode,
  VideoNode,
]
