import { useFormats } from '../../locale/formats.ts'

/** A ratio as it is told: cut, never rounded up. */
export function Ratio({ ratio }: { ratio: string }) {
  return useFormats().coverage(ratio)
}
