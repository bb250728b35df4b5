/** Converts `#rrggbb` to deck.gl's format, with an alpha of 0-255. */
export function toRgba(hex: string, alpha = 255): [number, number, number, number] {
  return [...toRgb(hex), alpha]
}

export function toRgb(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
