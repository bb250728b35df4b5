/** Declarations for the used part of the advlib packages, which ship without any. */
declare module 'advlib-ble' {
  interface Library {
    processServiceData?(uuid: string, data: Buffer): Record<string, unknown> | null
    processManufacturerSpecificData?(companyCode: number, data: Buffer): Record<string, unknown> | null
  }
  /**
   * Decodes a packet, or with `isPayloadOnly` only its AD structures. Returns null for less than 8 bytes; throws on
   * structures that do not end with the data.
   */
  export function process(
    data: Buffer,
    libraries: Library[],
    options: { isPayloadOnly?: boolean },
  ): Record<string, unknown> | null
}

declare module 'advlib-ble-services' {
  export function processServiceData(uuid: string, data: Buffer): Record<string, unknown> | null
}

declare module 'advlib-ble-manufacturers' {
  export function processManufacturerSpecificData(companyCode: number, data: Buffer): Record<string, unknown> | null
}
