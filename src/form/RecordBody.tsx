import './form.css'
import { Skeleton } from 'antd'
import { Suspense, useEffect } from 'react'
import { LoadFailed } from '../api/LoadFailed.tsx'
import { SkeletonLines } from '../controls/SkeletonLines.tsx'
import { lazyChunk } from '../navigation/lazyChunk.ts'
import { FormFields } from './FormFields.tsx'
import { RecordDetails } from './RecordDetails.tsx'
import type { FormState } from './useRecordForm.ts'

const loadConflict = async () => (await import('./ConflictDialog.tsx')).ConflictDialog
const loadApproval = async () => (await import('./ApprovalDialog.tsx')).ApprovalDialog

/** Shown when another user saved first. */
const ConflictDialog = lazyChunk(loadConflict)

/** Shown when a save needs an approval. */
const ApprovalDialog = lazyChunk(loadApproval)

interface Props {
  state: FormState
  title: string
  readOnly: boolean
  /** Whether the first field gets the focus. */
  autoFocus: boolean
}

/** Body of a form in each of its states: loading, failed, read-only, editable. */
export function RecordBody({ state, title, readOnly, autoFocus }: Props) {
  const { loadError, retry, isReady, base, form, record, isDirty } = state
  // Loads both dialogs with the first change: a server upgrade removes the scripts of an open page, and must not cost the user's input.
  useEffect(() => {
    if (isDirty) for (const load of [loadConflict, loadApproval]) load().catch(() => {})
  }, [isDirty])
  if (loadError !== null) {
    return <LoadFailed error={loadError} onRetry={retry} />
  }
  if (!isReady || base === null) return <FormSkeleton rows={form.sections.flatMap(({ fields }) => fields).length} />
  if (readOnly) return <RecordDetails form={form} values={base} record={record} />
  return (
    <>
      <FormFields state={state} title={title} autoFocus={autoFocus} />
      <Suspense>{state.needsApproval && <ApprovalDialog state={state} />}</Suspense>
      <Suspense>{state.theirs !== null && <ConflictDialog state={state} />}</Suspense>
    </>
  )
}

function FormSkeleton({ rows }: { rows: number }) {
  return (
    <div className="form-grid" aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row}>
          <SkeletonLines lines={1} width="30%" />
          <Skeleton.Input active block />
        </div>
      ))}
    </div>
  )
}
