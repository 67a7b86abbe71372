import { useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { CallError } from '#web/core/call.ts'

type SubmitFormOptions<V extends FieldValues> = {
  /** What the fields begin with. */
  defaults: DefaultValues<V>
  /** Sends what was typed; a refusal's fields are shown beside them. */
  submit: (values: V) => Promise<void>
  /** Whether the screen tells of this refusal in its own way. */
  handlesError?: (error: unknown) => boolean
}

export type SubmitFormState<V extends FieldValues> = {
  form: UseFormReturn<V>
  submit: () => Promise<void>
  busy: boolean
  /** The refusal that concerns no single field. */
  failure: unknown
  /** How often it was sent with success. */
  submitCount: number
}

/**
 * A form that is sent to the server: checked on leaving a field, sent once however often it is asked, refused field by field.
 * The first wrong field gets the focus.
 */
export const useSubmitForm = <V extends FieldValues>({
  defaults,
  submit: send,
  handlesError: tells,
}: SubmitFormOptions<V>): SubmitFormState<V> => {
  const form = useForm<V>({ defaultValues: defaults, mode: 'onTouched' })
  const [failure, setFailure] = useState<unknown>(null)
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(0)

  const attempt = async (values: V): Promise<void> => {
    setFailure(null)
    try {
      await send(values)
      // What was sent is what is saved: the next change is measured by it.
      form.reset(form.getValues())
      setSent((count) => count + 1)
    } catch (error) {
      const refused = error instanceof CallError ? Object.entries(error.fields) : []
      // 'address.town' belongs to the group of that name.
      const known = refused.filter(([field]) => field.split('.')[0]! in values)
      known.forEach(([field, type], at) => {
        form.setError(field as FieldPath<V>, { type, message: type }, { shouldFocus: at === 0 })
      })
      if (known.length === 0 && !tells?.(error)) setFailure(error)
    }
  }
  const submit = async (): Promise<void> => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    try {
      await form.handleSubmit(attempt)()
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { form, submit, busy, failure, submitCount: sent }
}
