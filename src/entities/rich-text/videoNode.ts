import { Node } from '@tiptap/core'
import { z } from 'zod'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    video: {
      /** Inserts a video where the cursor is, by its address. */
      insertVideo: (address: string) => ReturnType
    }
  }
}

/** The address of a video that browsers play: a file, by https. */
export const videoAddressSchema = z
  .string()
  .trim()
  .max(2000)
  .refine((address) => URL.canParse(address) && new URL(address).protocol === 'https:', 'https_only')

const addressIn = (element: Element) => {
  const src = (element.matches('video') ? element : element.querySelector('video'))?.getAttribute('src') ?? ''
  return videoAddressSchema.safeParse(src).success ? { src } : false
}

/** A video by its address: `<figure><video src="https://…" controls preload="metadata"></video></figure>`. */
export const VideoNode = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () => ({ src: { default: '', rendered: false } }),
  parseHTML: () => [
    { tag: 'figure', priority: 60, getAttrs: addressIn },
    { tag: 'video', getAttrs: addressIn },
  ],
  renderHTML: ({ node }) => ['figure', {}, ['video', { src: String(node.attrs['src']), controls: '', preload: 'metadata' }]],

  addCommands: () => ({
    insertVideo:
      (address) =>
      ({ commands }) =>
        commands.insertContent({ type: 'video', attrs: { src: address } }),
  }),

  // The console plays nothing from other hosts: it says what visitors are shown.
  addNodeView: () => ({ node }) => {
    const dom = document.createElement('figure')
    dom.className = 'rich-video'
    dom.textContent = `▶ ${String(node.attrs['src'])}`
    return { dom }
  },
})
