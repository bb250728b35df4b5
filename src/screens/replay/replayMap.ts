import { lazyChunk } from '../../navigation/lazyChunk.ts'

/** The map, which comes after the page: it is the heaviest part of it. */
export const ReplayMap = lazyChunk(async () => (await import('../../map/replay/ReplayMap.tsx')).ReplayMap)
