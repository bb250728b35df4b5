import { Button } from 'antd'
import { Suspense, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { mayCall } from '../api/mayCall.ts'
import { useSession } from '../api/session.ts'
import { SkeletonLines } from '../controls/SkeletonLines.tsx'
import type { RecordForm } from '../form/describe.ts'
import { useAdding } from '../form/leaving/useAdding.ts'
import type { MessageId } from '../locale/languages.ts'
import { lazyChunk } from '../navigation/lazyChunk.ts'
import type { DetailsProps, DialogProps, ToolbarProps } from './describe.ts'

/** Loads the form of a list's records when a record is opened, separately from the list. */
export type LoadForm = () => Promise<RecordForm<object, { id: number }>>

/**
 * Details of a list whose rows have a form: displayed and edited next to the list.
 * @param isFixed returns whether a row cannot be edited here; a row that has not loaded cannot be edited either
 * @param history call that returns a record's changes
 */
export function formDetails<R extends object>(
  load: LoadForm,
  isFixed?: (row: R) => boolean,
  history?: Endpoint,
): (props: DetailsProps<R>) => ReactNode {
  const Loaded = lazyChunk(async () => {
    const [form, { RecordPanel }, { RecordHistory }] = await Promise.all([
      load(),
      import('../form/RecordPanel.tsx'),
      import('./RecordHistory.tsx'),
    ])
    return function LoadedDetails({ id, row }: DetailsProps<R>) {
      const maySave = mayCall(
        form.save,
        useSession(({ session }) => session?.role ?? null),
      )
      return (
        <>
          <RecordPanel
            form={form}
            id={id}
            readOnly={!maySave || (isFixed && (row === null || isFixed(row))) ? 'only' : 'view'}
          />
          {history && <RecordHistory call={history} form={form} id={id} />}
        </>
      )
    }
  })
  return function FormDetails(props) {
    return (
      <Suspense fallback={<SkeletonLines />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

/** Returns the ids of other records in a URL query, for some fields of a form. */
function idsIn(query: URLSearchParams, names: readonly string[]): object {
  return Object.fromEntries(
    names.flatMap((name) => (/^[1-9]\d*$/.test(query.get(name) ?? '') ? [[name, Number(query.get(name))]] : [])),
  )
}

/**
 * Button that adds a record by a form, then opens the record. `noun` and `newTitleId` are those of the form.
 * @param prefill fields with ids of other records that a new record takes from the URL
 */
export function formToolbar(
  noun: string,
  newTitleId: MessageId,
  load: LoadForm,
  prefill: readonly string[] = [],
): (props: ToolbarProps) => ReactNode {
  const NewRecord = lazyChunk(async () => {
    const [form, { RecordDrawer }] = await Promise.all([load(), import('../form/RecordDrawer.tsx')])
    return function LoadedDrawer({
      isOpen,
      initial,
      onClose,
      onSaved,
    }: {
      isOpen: boolean
      initial: object
      onClose: () => void
      onSaved: (id: number) => void
    }) {
      return (
        <RecordDrawer
          form={form}
          id={isOpen ? 'new' : null}
          initial={initial}
          onClose={onClose}
          onSaved={({ id }) => onSaved(id)}
        />
      )
    }
  })
  return function FormToolbar({ open }) {
    const intl = useIntl()
    const [query] = useSearchParams()
    const initial = idsIn(query, prefill)
    const [isAdding, setAdding] = useAdding(noun, initial)
    const [wasAdding, setWasAdding] = useState(false)
    if (isAdding && !wasAdding) setWasAdding(true)
    return (
      <>
        <Button type="primary" onClick={() => setAdding(true)}>
          {intl.formatMessage({ id: newTitleId })}
        </Button>
        <Suspense>
          {wasAdding && (
            <NewRecord isOpen={isAdding} initial={initial} onClose={() => setAdding(false)} onSaved={open} />
          )}
        </Suspense>
      </>
    )
  }
}

const idsOf = (rows: readonly { id: number }[]): object => ({ ids: rows.map(({ id }) => id) })

/**
 * Dialog of an action on all rows by one call.
 * @param initialOf returns the initial input of the form; by default the `ids` of the rows
 */
export function formDialog<R extends { id: number }>(
  load: () => Promise<RecordForm<object, object>>,
  initialOf: (rows: readonly R[]) => object = idsOf,
): (props: DialogProps<R>) => ReactNode {
  const Loaded = lazyChunk(async () => {
    const [form, { RecordDrawer }] = await Promise.all([load(), import('../form/RecordDrawer.tsx')])
    return function LoadedDialog({ rows, about, onClose, onDone }: DialogProps<R>) {
      return (
        <RecordDrawer
          form={form}
          id="new"
          initial={initialOf(rows)}
          extra={about && <bdi className="form-about">{about}</bdi>}
          onClose={onClose}
          onSaved={onDone}
        />
      )
    }
  })
  return function FormDialog(props) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
