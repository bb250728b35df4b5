/** Reads the code in a video frame. @returns null while there is no code */
export type ReadFrame = (video: HTMLVideoElement) => Promise<string | null>

/** The browser's own reader, if available: https://wicg.github.io/shape-detection-api/ */
interface NativeDetector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** Code formats on device labels and ear tags, with the names used by the browser and by the library. */
const formats = {
  qr_code: 'QRCode',
  data_matrix: 'DataMatrix',
  code_128: 'Code128',
  code_39: 'Code39',
  itf: 'ITF',
} as const

/** Returns the browser's own reader if it supports all our formats; otherwise loads one from this server, about 400 kB. */
export async function openBarcodeReader(): Promise<ReadFrame> {
  return (await openNative()) ?? openLoaded()
}

async function openNative(): Promise<ReadFrame | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass }
  if (BarcodeDetector === undefined) return null
  const requiredFormats = Object.keys(formats)
  const supported = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  if (!requiredFormats.every((format) => supported.includes(format))) return null
  const detector = new BarcodeDetector({ formats: requiredFormats })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

async function openLoaded(): Promise<ReadFrame> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasmUrl }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (context === null || video.videoWidth === 0) return null
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    context.drawImage(video, 0, 0)
    const frame = context.getImageData(0, 0, canvas.width, canvas.height)
    const [found] = await readBarcodes(frame, { formats: Object.values(formats), maxNumberOfSymbols: 1 })
    return found?.isValid ? found.text : null
  }
}
