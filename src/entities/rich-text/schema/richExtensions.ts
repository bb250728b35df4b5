import { type Extensions, Mark, Node } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { isAroundPictures, isLink } from './figures.ts'
import { PreservedAttributes } from './keptAttributes.ts'
import { preservedMarks } from './keptMarks.ts'
import { preservedNodes } from './keptNodes.ts'
import { PictureNode } from './pictureNode.ts'
import { tableNodes } from './tableNodes.ts'
import { VideoNode } from './videoNode.ts'

/** Common nodes and marks, extended to the content that HTML allows in them. */
const CommonKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      // Code may contain formatting and links.
      if (extension instanceof Mark && extension.name === 'code')
        return extension.extend({
          excludes: '',
          parseHTML: () => [{ tag: 'code', getAttrs: (element) => (element.closest('pre') ? false : null) }],
        })
      if (extension instanceof Node && extension.name === 'codeBlock') return extension.extend({ marks: '_' })
      // Pictures are not part of paragraphs: a paragraph with only pictures is dropped.
      if (extension instanceof Node && extension.name === 'paragraph')
        return extension.extend({
          parseHTML: () => [{ tag: 'p', getAttrs: (element) => (isAroundPictures(element) ? false : null) }],
        })
      // List items may begin with a picture, a heading or a table.
      if (extension instanceof Node && extension.name === 'listItem') return extension.extend({ content: 'block+' })
      return extension
    })
  },
})

/**
 * Schema of rich texts; other pasted content becomes plain text.
 * It covers every element and attribute that the server preserves, with or without a button.
 * So a text created by a call loses nothing when it is opened and saved.
 */
export const richExtensions: Extensions = [
  CommonKit.configure({
    heading: { levels: [2, 3, 4] },
    // Adds no content automatically, so that viewing a text does not change it.
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isLink,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
  }),
  PreservedAttributes,
  ...preservedMarks,
  ...preservedNodes,
  ...tableNodes,
  PictureNode,
  VideoNode,
]
