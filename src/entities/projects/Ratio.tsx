import { useFormats } from '../../locale/formats.ts'

/** Displays a ratio truncated, never rounded up. */
export function Ratio({ ratio }: { ratio: string }) {
  return useFormats().coverage(ratio)
}
