/** Corners: longitude, latitude. */
export type Ring = readonly (readonly number[])[]

/** Where an animal was, one after the other: longitude, latitude, epoch ms. */
export type Fix = readonly [longitude: number, latitude: number, at: number]

/** A part of a report, in its words. */
export type Block =
  | { kind: 'title'; text: string; note: string }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  /** An address, to be read and as a QR code; `text` stands above it, `note` below. */
  | { kind: 'code'; address: string; text: string; note: string }
  /** Figures side by side, large; `note` small below each. */
  | { kind: 'figures'; figures: { name: string; text: string; note: string }[] }
  /** Named facts, one below the other. */
  | { kind: 'facts'; facts: (readonly [name: string, text: string])[] }
  /** `widths`: shares of the page. */
  | { kind: 'table'; titles: string[]; widths: number[]; rows: string[][] }
  /** The way around the moment; `path`: files of pictures on the disk. */
  | { kind: 'track'; boundary: Ring; pen: Ring | null; fixes: Fix[]; place: readonly [number, number] | null; words: string }
  | { kind: 'photo'; path: string; words: string }

/** A report, ready to be drawn. `footer` has `{page}` and `{pages}` in it. */
export interface Report {
  language: string
  title: string
  author: string
  footer: string
  blocks: Block[]
}
