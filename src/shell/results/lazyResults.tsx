import { Suspense } from 'react'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

const Forbidden = lazyChunk(async () => (await import('./ForbiddenResult.tsx')).ForbiddenResult)
const NotFound = lazyChunk(async () => (await import('./NotFoundResult.tsx')).NotFoundResult)

/** The 403 page. Few see it: its script is loaded then. */
export const ForbiddenResult = () => (
  <Suspense>
    <Forbidden />
  </Suspense>
)

/** The 404 page, likewise. */
export const NotFoundResult = () => (
  <Suspense>
    <NotFound />
  </Suspense>
)
