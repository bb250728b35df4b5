import { Skeleton } from 'antd'

interface Props {
  lines?: number
  /** Of the last line, as CSS says it. */
  width?: string
}

/** Lines in place of what is on its way. The title of antd's skeleton is a heading without words, which a screen reader stops at. */
export function SkeletonLines({ lines = 3, width }: Props) {
  return <Skeleton active title={false} paragraph={{ rows: lines, ...(width !== undefined && { width }) }} />
}
