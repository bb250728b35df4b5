/** The used part of the advlib packages, which bring no declarations. */
declare module 'advlib-ble' {
  interface Library {
    processServiceData?(uuid: string, data: Buffer): Record<string, unknown> | null
    processManufacturerSpecificData?(companyCode: number, data: Buffer): Record<string, unknown> | null
  }
  /**
   * Decodes a packet, or with `isPayloadOnly` the AD structures alone. Gives null for less than 8 bytes; throws on
   * structures that don't end with the data.
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
