import { foldDeviceId } from '#contract/values/deviceIds.ts'

/** Twelve or sixteen hexadecimal digits, separated in pairs or not, without further digits around them. */
const hexadecimal = /(?<![0-9A-F])(?:[0-9A-F]{2}[:\-.]?){5}[0-9A-F]{2}(?:(?:[:\-.]?[0-9A-F]{2}){2})?(?![0-9A-F])/i
/** LoRaWAN device label (TR005): the JoinEUI, then the DevEUI. */
const lorawan = /^LW:D0:[0-9A-F]{16}:([0-9A-F]{16})(?![0-9A-F])/i
/** An IMEI. */
const imei = /(?<!\d)\d{15}(?!\d)/

/**
 * Extracts the device id from a maker's or our own label: `AC233F0000A1`, `MAC:AC:23:3F:00:00:A1`, or a URL that contains it.
 * A label without MAC, DevEUI or IMEI is the id itself.
 */
export function deviceIdIn(text: string): string {
  const whole = foldDeviceId(text)
  const found = lorawan.exec(text.trim())?.[1] ?? imei.exec(text)?.[0] ?? hexadecimal.exec(text)?.[0]
  return found === undefined ? whole.slice(0, 64) : foldDeviceId(found)
}

/** Extracts the ear tag from a label, without the printer's line breaks and spaces. */
export function earTagIn(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 64)
}
