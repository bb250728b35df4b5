import { Button } from 'antd'
import { Suspense, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import type { OrderedList } from './ordered.ts'

const OrderDrawer = lazyChunk(async () => (await import('./OrderDrawer.tsx')).OrderDrawer)

interface Props {
  noun: string
  /** Hook that loads the entries when first requested. */
  useEntries: (isWanted: boolean) => OrderedList | undefined
  save: (ids: number[]) => Promise<unknown>
}

/** Button above a list that opens its order. */
export function OrderButton({ noun, useEntries, save }: Props): ReactNode {
  const intl = useIntl()
  const [isOrdering, setOrdering] = useState(false)
  const [wasOrdering, setWasOrdering] = useState(false)
  if (isOrdering && !wasOrdering) setWasOrdering(true)
  const list = useEntries(wasOrdering)
  return (
    <>
      <Button onClick={() => setOrdering(true)}>{intl.formatMessage({ id: 'lookup.order' })}</Button>
      <Suspense>
        {wasOrdering && (
          <OrderDrawer noun={noun} list={list} save={save} isOpen={isOrdering} onClose={() => setOrdering(false)} />
        )}
      </Suspense>
    </>
  )
}
