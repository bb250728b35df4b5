/** Corners: longitude, latitude. */
export type Ring = readonly (readonly number[])[]

/** A position of an animal: longitude, latitude, epoch ms. */
export type Fix = readonly [longitude: number, latitude: number, at: number]

/** A part of a report, with its texts. */
export type Block =
  | { kind: 'title'; text: string; note: string }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  /** An address as text and QR code, with `text` above it and `note` below. */
  | { kind: 'code'; address: string; text: string; note: string }
  /** Large figures in a row, each with a small note. */
  | { kind: 'figures'; figures: { name: string; text: string; note: string }[] }
  /** Named facts in a column. */
  | { kind: 'facts'; facts: (readonly [name: string, text: string])[] }
  /** `widths`: shares of the page width. */
  | { kind: 'table'; titles: string[]; widths: number[]; rows: string[][] }
  /** The track around the alert. In the photo, `path` is a picture on disk. */
  | {
      kind: 'track'
      boundary: Ring
      pen: Ring | null
      fixes: Fix[]
      place: readonly [number, number] | null
      words: string
    }
  | { kind: 'photo'; path: string; words: string }

/** A report ready to draw. `footer` contains `{page}` and `{pages}`. */
export interface Report {
  language: string
  title: string
  author: string
  footer: string
  blocks: Block[]
}
