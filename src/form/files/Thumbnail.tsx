import './files.css'
import { useEffect, useMemo } from 'react'
import { useImage } from '../../api/files/files.ts'

/** An uploaded picture in a table row, whose text describes it. */
export function Thumbnail({ id }: { id: string }) {
  const { data } = useImage(id, 'thumbnail', true)
  const url = useMemo(() => data && URL.createObjectURL(data), [data])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return url === undefined ? <span className="thumbnail" /> : <img className="thumbnail" src={url} alt="" />
}
