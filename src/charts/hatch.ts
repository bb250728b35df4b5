/** Returns a hatching for areas, so that "unverified" is recognisable without its colour. */
export function hatch(colour: string, scale: number): { image: HTMLCanvasElement; repeat: 'repeat' } {
  const side = Math.max(6, Math.round(8 * scale))
  const image = document.createElement('canvas')
  image.width = image.height = side
  const pen = image.getContext('2d')
  if (pen) {
    pen.strokeStyle = colour
    pen.lineWidth = side * 0.32
    pen.beginPath()
    for (const shift of [-side, 0, side]) {
      pen.moveTo(shift, side)
      pen.lineTo(shift + side, 0)
    }
    pen.stroke()
  }
  return { image, repeat: 'repeat' }
}
