import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { queryClient } from '../../api/queries.ts'

/**
 * Submits a form.
 * @param work makes the call
 * @param showsAtField displays a refusal at one of the form's fields and returns true; otherwise the form shows `failure`
 */
export function useSubmit<I = void, R = unknown>(
  work: (input: I) => Promise<R>,
  showsAtField: (refusal: CallFailure, input: I) => boolean = () => false,
) {
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const { mutate, isPending, data } = useMutation<R, Error, I>(
    {
      mutationFn: work,
      networkMode: 'always',
      onMutate: () => setFailure(null),
      onError(error, input) {
        const refusal = callFailureOf(error)
        if (!showsAtField(refusal, input)) setFailure(refusal)
      },
    },
    queryClient,
  )
  return { submit: mutate, busy: isPending, failure, setFailure, reply: data }
}
