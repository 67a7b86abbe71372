import { useContext, useEffect } from 'react'
import { type FieldValues, useFormState } from 'react-hook-form'
import { useUnsavedForm } from '#web/core/unsaved-forms.ts'
import { DialogContext } from '#web/ui/dialog-context.ts'
import type { SubmitFormState } from './use-submit-form.ts'

/** Of a form in a dialog that keeps no draft: what is typed is not lost by closing the dialog or leaving the page without a question. */
export const DialogFormGuard = <V extends FieldValues>({ formState }: { formState: SubmitFormState<V> }) => {
  const setUnsaved = useContext(DialogContext)
  const { isDirty } = useFormState({ control: formState.form.control })
  // While it is sent it may well lead elsewhere.
  const isUnsaved = setUnsaved !== null && isDirty && !formState.busy
  useUnsavedForm(isUnsaved)
  useEffect(() => {
    setUnsaved?.(isUnsaved)
    return () => setUnsaved?.(false)
  }, [setUnsaved, isUnsaved])
  return null
}
