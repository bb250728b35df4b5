import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { call } from '../api/call.ts'
import { CallError } from '../api/CallError.ts'
import { inPlace } from '../api/failures.ts'
import { callQuery, queryClient, useCall } from '../api/queries.ts'
import { useAccount } from '../store/account.ts'
import { beforeSessionEnds } from '../api/session.ts'
import { fieldsOf, type AnyForm } from './describe.ts'
import { useAmountQuestion } from './useAmountQuestion.tsx'
import { changedNames, merge, type Choice } from './values/difference.ts'
import { draftKey, dropDrafts, findDraft, saveDraft } from './leaving/drafts.ts'
import { farAmounts } from './values/amounts.ts'
import { errorsOf, type FieldError, type FieldErrors } from './values/fieldErrors.ts'
import { normalize, type Values } from './values/normalize.ts'
import { removeUnsaved } from './leaving/unsaved.ts'

interface Options {
  form: AnyForm
  /** Null: a new record. */
  id: number | null
  /** Initial values of a new record, in addition to those of the form. */
  initial?: object
  /** Receives the server's reply and the values sent. */
  onSaved: (reply: unknown, sent: Values) => void
  /** Called when the save waits for approval; the record is unchanged. */
  onRequested: () => void
  /** Whether the form stays open after a save and reloads the record. */
  staysOpen: boolean
  /** Asks about a refusal that the person may overrule. Returns the values to send in addition; null leaves it refused. */
  onRefused?: ((error: CallError) => Promise<Values | null>) | undefined
}

/** Why the server refused a save, apart from errors of visible fields. */
export interface Failure {
  error: CallError
  /** Errors of fields that the form does not show. */
  others: FieldError[]
}

const nameOf = (path: string) => path.split('.')[0] ?? path

/** Returns whether a refusal means that another user saved first; a unique value already in use is a different conflict. */
function isOvertaken({ code, fields }: CallError): boolean {
  return code === 'CONFLICT' && (Object.keys(fields).length === 0 || 'version' in fields)
}

/** State of a form: loading, editing, validating, saving, resolving conflicts, and storing a draft. */
export function useRecordForm({ form, id, initial, onSaved, onRequested, staysOpen: stays, onRefused }: Options) {
  const key = useId()
  const { pathname } = useLocation()
  const userId = useAccount()?.id ?? null
  const [record, setRecord] = useState<object | null>(null)
  const [base, setBase] = useState<Values | null>(() => (id === null ? { ...form.initialValues, ...initial } : null))
  const [values, setValues] = useState<Values>(base ?? {})
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [theirs, setTheirs] = useState<Values | null>(null)
  const [unapproved, setUnapproved] = useState<Values | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isRestored, setRestored] = useState(false)
  const [focusing, setFocusing] = useState(0)
  const busy = useRef(false)
  const isMeant = useAmountQuestion()

  const { noun } = form
  const load = id === null ? null : form.load
  const loading = useCall<Endpoint>(
    load ?? form.save,
    { [form.loadIdField]: id },
    { isEnabled: load !== null, isForgotten: true, shows: inPlace },
  )

  function adopt(loaded: object) {
    const fresh = form.valuesOf(loaded)
    setRecord(loaded)
    setBase(fresh)
    setValues(fresh)
    setShown(new Set())
    setRefused({})
  }

  const fields = fieldsOf(form)
  const dirtyNames = base === null ? [] : changedNames(base, values)
  const isDirty = dirtyNames.length > 0
  // Adopts other users' saves while nothing was typed; after that, a save reports the conflict.
  const loaded = loading.data as object | undefined
  if (loaded !== undefined && loaded !== record && !isDirty && !isSaving && theirs === null) adopt(loaded)

  // Keeps input across a sign-in that interrupts it.
  const [draft] = useState(() => draftKey({ path: pathname, noun, id, prefill: initial }))
  const secret = fields.filter(([, field]) => field.isSecret).map(([name]) => name)
  const typed = useRef<(() => void) | null>(null)
  useEffect(() => {
    typed.current = () => {
      if (isDirty && base !== null && userId !== null) saveDraft(draft, userId, { base, values }, secret)
    }
  })
  useEffect(
    () =>
      beforeSessionEnds((ending) => {
        if (ending === 'ended') typed.current?.()
        removeUnsaved(key)
      }),
    [key],
  )
  const isReady = base !== null
  const [isDraftSought, setDraftSought] = useState(false)
  if (isReady && userId !== null && !isDraftSought) {
    setDraftSought(true)
    const found = findDraft(draft, userId)
    if (found !== null) {
      setBase(found.base)
      setValues(found.values)
      setRestored(true)
    }
  }
  useEffect(() => {
    if (isDraftSought && userId !== null) dropDrafts(draft, userId)
  }, [isDraftSought, userId, draft])

  const errors: FieldErrors = isReady ? { ...errorsOf(form.schema, values), ...refused } : {}
  const shownErrors = Object.fromEntries(
    Object.entries(errors).filter(([path]) => shown.has(nameOf(path)) || path in refused),
  )

  function set(change: Values) {
    const names = Object.keys(change)
    setValues((before) => ({ ...before, ...change }))
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !names.includes(nameOf(path)))))
    // While the user types, an error may only disappear; new errors appear when the field is left.
    const wrong = new Set(Object.keys(shownErrors).map(nameOf))
    setShown((before) => new Set([...before].filter((name) => !names.includes(name) || wrong.has(name))))
  }

  function focusFirstWrong() {
    setFocusing((count) => count + 1)
  }

  function refuse(error: CallError) {
    const visibleNames = new Set(fields.map(([name]) => name))
    const paths = Object.entries(error.fields)
    setRefused(
      Object.fromEntries(
        paths.filter(([path]) => visibleNames.has(nameOf(path))).map(([path, code]) => [path, { code }]),
      ),
    )
    const others = paths.filter(([path]) => !visibleNames.has(nameOf(path))).map(([, code]) => ({ code }))
    setFailure(others.length > 0 || paths.length === 0 ? { error, others } : null)
    focusFirstWrong()
  }

  async function save(wanted: Values, loaded: Values | null) {
    // Skips an unchanged record, and a form that is saving or still closing.
    if (busy.current || loaded === null || (id !== null && changedNames(loaded, wanted).length === 0)) return
    const wrong = Object.keys(errorsOf(form.schema, wanted))
    setFailure(null)
    setRefused({})
    if (wrong.length > 0) {
      setShown(new Set(wrong.map(nameOf)))
      focusFirstWrong()
      return
    }
    const far = id === null ? [] : farAmounts(fields, loaded, wanted)
    if (far.length > 0 && !(await isMeant(far))) return
    let isDone = false
    let again: Values | null = null
    let meant: Values | null = null
    busy.current = true
    setSaving(true)
    try {
      const reply = await call<Endpoint>(form.save, normalize(form.schema, wanted), { shows: inPlace })
      isDone = !stays
      removeUnsaved(key)
      setRestored(false)
      setBase(wanted)
      if (stays && load !== null) await reloadSaved(load)
      onSaved(reply, wanted)
    } catch (error) {
      if (form.approval && error instanceof CallError && error.code === 'APPROVAL_REQUIRED') setUnapproved(wanted)
      else {
        meant = error instanceof CallError ? ((await onRefused?.(error)) ?? null) : null
        if (meant === null) again = await fail(error, wanted)
      }
    } finally {
      busy.current = isDone
      setSaving(false)
    }
    if (meant !== null) await save({ ...wanted, ...meant }, loaded)
    if (again !== null) await save({ ...wanted, version: again['version'] }, again)
  }

  /** Reloads the saved record. If that fails the save still counts, and the next save loads the record. */
  async function reloadSaved(from: Endpoint) {
    try {
      adopt(await fresh(from))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  /** Reports why a save was refused. Returns the current record when the save only needs repeating on it, otherwise null. */
  async function fail(error: unknown, wanted: Values): Promise<Values | null> {
    if (!(error instanceof CallError)) throw error
    if (error.status === 401) return null
    if (isOvertaken(error) && load !== null) return compareWithSaved(load, wanted)
    refuse(error)
    return null
  }

  /** Requests the approval of a refused save. */
  async function requestApproval(approval: Endpoint, wanted: Values, reason: string) {
    let again: Values | null = null
    setSaving(true)
    try {
      await call<Endpoint>(approval, { ...normalize(form.schema, wanted), reason }, { shows: inPlace })
      removeUnsaved(key)
      setRestored(false)
      if (base !== null) setValues(base)
      onRequested()
    } catch (error) {
      again = await fail(error, wanted)
    } finally {
      setUnapproved(null)
      setSaving(false)
    }
    if (again !== null) await requestApproval(approval, { ...wanted, version: again['version'] }, reason)
  }

  const fresh = async (from: Endpoint) =>
    (await queryClient.fetchQuery(callQuery<Endpoint>(from, { [form.loadIdField]: id }))) as object

  /** Another user has saved: loads their version and compares it with the input. */
  async function compareWithSaved(from: Endpoint, wanted: Values): Promise<Values | null> {
    try {
      const loaded = await fresh(from)
      const now = form.valuesOf(loaded)
      setRecord(loaded)
      // They changed no value of this form, so there is nothing to choose.
      if (
        base !== null &&
        now['version'] !== wanted['version'] &&
        changedNames({ ...base, version: now['version'] }, now).length === 0
      ) {
        setBase(now)
        return now
      }
      setTheirs(now)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status !== 401) refuse(error)
    }
    return null
  }

  return {
    key,
    form,
    id,
    record,
    base,
    values,
    theirs,
    dirtyNames,
    isDirty,
    isSaving,
    isRestored,
    isReady,
    loadError: record === null ? loading.error : null,
    failure,
    needsApproval: unapproved !== null,
    errors: shownErrors,
    focusing,
    set,
    save: () => save(values, base),
    change: (name: string, value: unknown) =>
      set({ [name]: value, ...fields.find(([one]) => one === name)?.[1].changesWith?.(value, values) }),
    leave: (name: string) => setShown((before) => new Set([...before, name])),
    retry: () => void loading.refetch(),
    reset() {
      if (base !== null) setValues(base)
      setShown(new Set())
      setRefused({})
      setFailure(null)
      setRestored(false)
    },
    /** Saves on the newest version, with the user's choices for the differences. */
    resolve(choices: Readonly<Record<string, Choice>>) {
      if (base === null || theirs === null) return
      const merged = merge(base, values, theirs, choices)
      setBase(theirs)
      setValues(merged)
      setTheirs(null)
      void save(merged, theirs)
    },
    /** Requests the approval on the version that was refused, with files uploaded since then. */
    requestApproval: (reason: string) =>
      void (
        form.approval &&
        unapproved !== null &&
        requestApproval(form.approval, { ...values, version: unapproved['version'] }, reason)
      ),
    /** Returns to the form without requesting an approval. */
    dropApproval: () => setUnapproved(null),
    /** Returns to the form without saving; the next save asks again. */
    postpone: () => setTheirs(null),
  }
}

export type FormState = ReturnType<typeof useRecordForm>
