import { Suspense } from 'react'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

const Forbidden = lazyChunk(async () => (await import('./ForbiddenResult.tsx')).ForbiddenResult)
const NotFound = lazyChunk(async () => (await import('./NotFoundResult.tsx')).NotFoundResult)

/** The 403 page, rarely needed and loaded on demand. */
export const ForbiddenResult = () => (
  <Suspense>
    <Forbidden />
  </Suspense>
)

/** The 404 page, loaded on demand. */
export const NotFoundResult = () => (
  <Suspense>
    <NotFound />
  </Suspense>
)
