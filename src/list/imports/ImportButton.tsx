import { Button } from 'antd'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { mayCall } from '../../api/mayCall.ts'
import { useSession } from '../../api/session.ts'
import type { MessageId } from '../../locale/languages.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

const ImportDialog = lazyChunk(async () => (await import('./ImportDialog.tsx')).ImportDialog)

interface Props {
  /** Call that adds a record; users who may make it may import. */
  save: Endpoint
  /** Plural of the noun. */
  titleId: MessageId
}

/** Opens the import of a noun's records. The URL records that it is open, so a reload returns to its current step. */
export function ImportButton({ save, titleId }: Props) {
  const intl = useIntl()
  const [query, setQuery] = useSearchParams()
  const role = useSession(({ session }) => session?.role ?? null)
  if (!mayCall(save, role)) return null
  const change = (isOpen: boolean) =>
    setQuery((before) => {
      const next = new URLSearchParams(before)
      if (isOpen) next.set('import', '1')
      else next.delete('import')
      return next
    })
  return (
    <>
      <Button onClick={() => change(true)}>{intl.formatMessage({ id: 'import.action' })}</Button>
      <Suspense>
        {query.has('import') && <ImportDialog save={save} titleId={titleId} onClose={() => change(false)} />}
      </Suspense>
    </>
  )
}
