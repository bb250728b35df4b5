import { useMemo } from 'react'
import { type Conversion, conversionOf } from './datum.ts'
import { useBaseMap } from './useBaseMap.ts'

/** Returns the conversion between stored coordinates and those of the base map, for drawing in forms. */
export function useConversion(): Conversion {
  const datum = useBaseMap()?.datum ?? 'WGS-84'
  return useMemo(() => conversionOf(datum), [datum])
}
