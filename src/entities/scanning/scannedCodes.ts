import { foldDeviceId } from '#contract/values/deviceIds.ts'

/** Twelve or sixteen hexadecimal digits, in pairs or not, that stand alone. */
const hexadecimal = /(?<![0-9A-F])(?:[0-9A-F]{2}[:\-.]?){5}[0-9A-F]{2}(?:(?:[:\-.]?[0-9A-F]{2}){2})?(?![0-9A-F])/i
/** LoRaWAN's label (TR005): the network's EUI, then the device's. */
const lorawan = /^LW:D0:[0-9A-F]{16}:([0-9A-F]{16})(?![0-9A-F])/i
/** An IMEI. */
const imei = /(?<!\d)\d{15}(?!\d)/

/**
 * The device id in what a maker's or our own label says: `AC233F0000A1`, `MAC:AC:23:3F:00:00:A1`, an address with it. A label with
 * neither a MAC, a DevEUI nor an IMEI is the id itself.
 */
export function deviceIdIn(text: string): string {
  const whole = foldDeviceId(text)
  const found = lorawan.exec(text.trim())?.[1] ?? imei.exec(text)?.[0] ?? hexadecimal.exec(text)?.[0]
  return found === undefined ? whole.slice(0, 64) : foldDeviceId(found)
}

/** The ear tag in what a label says: lines and spaces around it are the printer's. */
export function earTagIn(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 64)
}
