import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'

/** What a form knows when the record behind it was read anew. */
type RecordFacts = {
  /** It differs from what the fields began with. */
  isNewer: boolean
  /** Something was typed. */
  isDirty: boolean
  /** The server refused what was sent, because somebody else was quicker. */
  isRefused: boolean
  /** The fields began on this page; a draft was typed on a record that is gone. */
  isBaseKnown: boolean
}

/**
 * Fields without a change follow the record. What was typed stays, and is sent as a change of what it was typed on: once the server has refused
 * that, the newest stands in all fields that were not touched.
 */
export const decideRecordUpdate = ({
  isNewer,
  isDirty,
  isRefused,
  isBaseKnown,
}: RecordFacts): 'keep' | 'merge' | 'replace' => {
  if (!isNewer) return 'keep'
  if (!isDirty) return 'replace'
  return isRefused && isBaseKnown ? 'merge' : 'keep'
}

export const isSameRecord = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type Group = Readonly<Record<string, unknown>> | undefined

/** The fields that were typed into, and that somebody else has changed too, by their paths. */
export const listContestedFields = (dirtyFields: object, before: Group, now: Group, path = ''): string[] =>
  Object.entries(dirtyFields).flatMap(([key, mark]) => {
    const previous = before?.[key]
    const current = now?.[key]
    if (typeof mark === 'object' && mark !== null)
      return listContestedFields(mark, previous as Group, current as Group, `${path}${key}.`)
    return mark === true && !isSameRecord(previous, current) ? [path + key] : []
  })

/** A field that two people have changed: what was typed here, and what somebody else has saved meanwhile. */
export type ContestedField = { field: string; mine: unknown; theirs: unknown }

const readPath = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((group, key) => (group as Group)?.[key], values)

/**
 * What the record holds now stands in each field that was not touched; a field that both have changed says so. Answers those, with both versions.
 */
export const mergeNewerRecord = <V extends FieldValues>(
  form: UseFormReturn<V>,
  defaults: DefaultValues<V>,
): ContestedField[] => {
  const { dirtyFields, defaultValues } = form.formState
  const fields = listContestedFields(dirtyFields, defaultValues, defaults)
  const typed = form.getValues()
  const contested = fields
    .map((field) => ({ field, mine: readPath(typed, field), theirs: readPath(defaults, field) }))
    .filter(({ mine, theirs }) => !isSameRecord(mine, theirs))
  form.reset(defaults as V, { keepDirtyValues: true })
  for (const { field } of contested)
    form.setError(field as FieldPath<V>, { type: 'changedMeanwhile', message: 'changedMeanwhile' })
  return contested
}
