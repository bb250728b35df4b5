import { lazyChunk } from '../../navigation/lazyChunk.ts'

/** The map, loaded after the page as its largest part. */
export const ReplayMap = lazyChunk(async () => (await import('../../map/replay/ReplayMap.tsx')).ReplayMap)
