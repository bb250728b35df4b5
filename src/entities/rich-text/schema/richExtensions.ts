import { type Extensions, Mark, Node } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { isAroundPictures, isLink } from './figures.ts'
import { KeptAttributes } from './keptAttributes.ts'
import { keptMarks } from './keptMarks.ts'
import { keptNodes } from './keptNodes.ts'
import { PictureNode } from './pictureNode.ts'
import { tableNodes } from './tableNodes.ts'
import { VideoNode } from './videoNode.ts'

/** The common nodes and marks, which take what HTML lets stand in them. */
const CommonKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      // Words in code have formatting and links, too.
      if (extension instanceof Mark && extension.name === 'code') return extension.extend({ excludes: '', parseHTML: () => [{ tag: 'code', getAttrs: (element) => (element.closest('pre') ? false : null) }] })
      if (extension instanceof Node && extension.name === 'codeBlock') return extension.extend({ marks: '_' })
      // A picture is no part of a paragraph: none is left where there was nothing else in it.
      if (extension instanceof Node && extension.name === 'paragraph') return extension.extend({ parseHTML: () => [{ tag: 'p', getAttrs: (element) => (isAroundPictures(element) ? false : null) }] })
      // An entry may begin with a picture, a heading or a table.
      if (extension instanceof Node && extension.name === 'listItem') return extension.extend({ content: 'block+' })
      return extension
    })
  },
})

/**
 * The schema of a rich text; anything else that is pasted becomes plain text. It knows each element and attribute that the server
 * keeps, whether or not there is a button for it, so that a text which came by a call loses nothing where it is opened and saved.
 */
export const richExtensions: Extensions = [
  CommonKit.configure({
    heading: { levels: [2, 3, 4] },
    // Nothing is added by itself: a text that is only looked at stays as it is.
    trailingNode: false,
    link: { openOnClick: false, defaultProtocol: 'https', isAllowedUri: isLink, HTMLAttributes: { target: null, rel: null, class: null } },
  }),
  KeptAttributes,
  ...keptMarks,
  ...keptNodes,
  ...tableNodes,
  PictureNode,
  VideoNode,
]
