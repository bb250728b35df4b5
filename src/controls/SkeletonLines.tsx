import { Skeleton } from 'antd'

interface Props {
  lines?: number
  /** Of the last line, as CSS says it. */
  width?: string
}

/** Lines in place of what is on its way, for the eye alone. The title of antd's skeleton is a heading without words, its lines an empty list. */
export function SkeletonLines({ lines = 3, width }: Props) {
  return (
    <div aria-hidden="true">
      <Skeleton active title={false} paragraph={{ rows: lines, ...(width !== undefined && { width }) }} />
    </div>
  )
}
