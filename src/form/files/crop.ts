/** Part of a picture, in pixels of the picture. */
export interface Frame {
  x: number
  y: number
  width: number
  height: number
}
export interface Size {
  width: number
  height: number
}
/** Chosen part: its position along each side, 0 to 1, and the zoom factor. */
export interface Choice {
  across: number
  down: number
  zoom: number
}

export const middle: Choice = { across: 0.5, down: 0.5, zoom: 1 }
/** Maximum width of a cropped picture, px. */
const maxWidth = 2560

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Returns whether a picture already has the ratio, within half a percent. */
export function hasRatio({ width, height }: Size, ratio: number): boolean {
  return Math.abs(width / height / ratio - 1) < 0.005
}

/** Returns the chosen part of a picture: it has the ratio and lies within the edges. */
export function frameOf(picture: Size, ratio: number, { across, down, zoom }: Choice): Frame {
  const width = Math.min(picture.width, picture.height * ratio) / Math.max(zoom, 1)
  // Rounding errors must not make the part larger than the picture.
  const height = Math.min(picture.height, width / ratio)
  return {
    x: within(across, 0, 1) * (picture.width - width),
    y: within(down, 0, 1) * (picture.height - height),
    width,
    height,
  }
}

/** Returns the choice after dragging the picture by a share of the frame's width and height. */
export function dragged(picture: Size, ratio: number, choice: Choice, by: { across: number; down: number }): Choice {
  const { width, height } = frameOf(picture, ratio, choice)
  const [roomAcross, roomDown] = [picture.width - width, picture.height - height]
  return {
    zoom: choice.zoom,
    across: roomAcross > 0 ? within(choice.across - (by.across * width) / roomAcross, 0, 1) : choice.across,
    down: roomDown > 0 ? within(choice.down - (by.down * height) / roomDown, 0, 1) : choice.down,
  }
}

/** Returns the pixel size of the cropped picture. */
export function outputSize({ width, height }: Size): Size {
  const scale = Math.min(1, maxWidth / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Crops a picture into a new file. @throws Error when the browser cannot encode it */
export async function cutOut(picture: HTMLImageElement, frame: Frame, { name, type }: File): Promise<File> {
  const { width, height } = outputSize(frame)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(picture, frame.x, frame.y, frame.width, frame.height, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  if (blob === null) throw new Error('no picture')
  return new File([blob], name, { type: blob.type })
}
