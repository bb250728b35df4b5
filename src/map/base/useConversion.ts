import { useMemo } from 'react'
import { type Conversion, conversionOf } from './datum.ts'
import { useBaseMap } from './useBaseMap.ts'

/** How what is drawn in a form lies on its base map: over a shifted one it is drawn shifted, and comes back as it is stored. */
export function useConversion(): Conversion {
  const datum = useBaseMap()?.datum ?? 'WGS-84'
  return useMemo(() => conversionOf(datum), [datum])
}
