import { type RefObject, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { CallError } from '#web/core/call.ts'
import { type ContestedField, decideRecordUpdate, isSameRecord, mergeNewerRecord } from './newer-record.ts'

type SubmitFormOptions<V extends FieldValues, R> = {
  /** What the fields begin with. */
  defaults: DefaultValues<V>
  /**
   * Of the record that the form changes: its number, or all that the server compares. A form that was touched keeps the version it began
   * with; an untouched one follows the record.
   */
  version?: R | undefined
  /**
   * Sends what was typed, with the version of the record that it was typed on; a refusal's fields are shown beside them. It reads the record anew
   * when it is refused (`refreshOnRefusal`), so that the form can show what somebody else has changed.
   */
  submit: (values: V, version: R) => Promise<void>
  /** Whether the screen tells of this refusal in its own way. */
  handlesError?: (error: unknown) => boolean
}

export type SubmitFormState<V extends FieldValues, R = unknown> = {
  form: UseFormReturn<V>
  /** Of the form on the page. */
  element: RefObject<HTMLFormElement | null>
  submit: () => Promise<void>
  busy: boolean
  /** The refusal that concerns no single field. */
  failure: unknown
  /** How often it was sent with success. */
  submitCount: number
  /** The version of the record that the fields began with; undefined where the form changes none. */
  baseVersion: RefObject<R | undefined>
  /** Somebody else was quicker: the fields that were not touched show what they have changed. */
  isMerged: boolean
  /** Then: the fields that both have changed, until the next attempt. */
  contested: readonly ContestedField[]
}

const isEditConflict = (failure: unknown): boolean =>
  failure instanceof CallError && failure.code === 'conflict.changed'

type FollowedRecord<V extends FieldValues, R> = { defaults: DefaultValues<V>; version: R | undefined; failure: unknown }

const nothingMerged = { failure: null, contested: [] }

/**
 * The page reads records anew in the background. What was typed on an older version is sent with that version: the server refuses it
 * instead of undoing what somebody else has changed since.
 */
const useFollowedVersion = <V extends FieldValues, R>(
  form: UseFormReturn<V>,
  { defaults, version, failure }: FollowedRecord<V, R>,
): Pick<SubmitFormState<V, R>, 'baseVersion' | 'isMerged' | 'contested'> => {
  const baseVersion = useRef(version)
  const shownVersion = useRef(version)
  const [merged, setMerged] = useState<{ failure: unknown; contested: readonly ContestedField[] }>(nothingMerged)
  const latest = useRef({ defaults, form })
  latest.current = { defaults, form }
  // Read here, or the form would not keep them up to date.
  const { isDirty, dirtyFields: _ } = form.formState
  // An object that is read anew is another one each time.
  const versionText = JSON.stringify(version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the version
  useEffect(() => {
    const update = decideRecordUpdate({
      isNewer: !isSameRecord(baseVersion.current, version),
      isDirty,
      isRefused: isEditConflict(failure),
      isBaseKnown: isSameRecord(baseVersion.current, shownVersion.current),
    })
    if (update === 'replace') latest.current.form.reset(latest.current.defaults as V)
    if (update === 'merge') {
      const contested = mergeNewerRecord(latest.current.form, latest.current.defaults)
      setMerged({ failure, contested })
    }
    if (update !== 'keep') baseVersion.current = version
    if (isSameRecord(baseVersion.current, version)) shownVersion.current = version
  }, [isDirty, versionText, failure])
  const isMerged = failure !== null && failure === merged.failure
  return { baseVersion, isMerged, contested: isMerged ? merged.contested : nothingMerged.contested }
}

/**
 * Gives the focus to the first wrong field as they stand on the page, which is not the order in which they were made known. Asked for after
 * the fields were marked, and done once the marks are drawn: a timer may come before them.
 */
const useFirstInvalidFieldFocus = (form: RefObject<HTMLFormElement | null>): (() => void) => {
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    if (requests > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, requests])
  return () => setRequests((count) => count + 1)
}

/**
 * A form that is sent to the server: checked on leaving a field, sent once however often it is asked, refused field by field.
 * The first wrong field gets the focus.
 */
export const useSubmitForm = <V extends FieldValues, R = number>({
  defaults,
  version,
  submit: send,
  handlesError,
}: SubmitFormOptions<V, R>): SubmitFormState<V, R> => {
  const form = useForm<V>({ defaultValues: defaults, mode: 'onTouched', shouldFocusError: false })
  const element = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const { baseVersion, isMerged, contested } = useFollowedVersion(form, { defaults, version, failure })
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(0)

  const focusFirstInvalidField = useFirstInvalidFieldFocus(element)

  /** Answers whether no field was refused. */
  const attempt = async (values: V): Promise<boolean> => {
    setFailure(null)
    try {
      await send(values, baseVersion.current as R)
      // What was sent is what is saved: the next change is measured by it.
      form.reset(form.getValues())
      setSent((count) => count + 1)
      return true
    } catch (error) {
      const refused = error instanceof CallError ? Object.entries(error.fields) : []
      // 'address.town' belongs to the group of that name.
      const known = refused.filter(([field]) => field.split('.')[0]! in values)
      for (const [field, type] of known) form.setError(field as FieldPath<V>, { type, message: type })
      if (known.length === 0 && !handlesError?.(error)) setFailure(error)
      return known.length === 0
    }
  }
  const submit = async (): Promise<void> => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    let areFieldsValid = false
    // What the server refused of a group has no field that would be checked anew, and would stay for ever.
    form.clearErrors()
    try {
      const validate = form.handleSubmit(async (values) => {
        areFieldsValid = await attempt(values)
      })
      await validate()
    } finally {
      sending.current = false
      setBusy(false)
      if (!areFieldsValid) focusFirstInvalidField()
    }
  }
  return { form, element, submit, busy, failure, submitCount: sent, baseVersion, isMerged, contested }
}
