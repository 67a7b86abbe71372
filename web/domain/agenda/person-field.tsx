import { useState } from 'react'
import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form'
import { searchRecords } from '#contract/search.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'

/** Chooses the contact or client of a form whose value `person` is the key of an `AgendaPerson`. */
export const PersonField = <Values extends FieldValues & { person: string }>({
  control,
  label,
  hint,
  isOptional = false,
}: {
  control: Control<Values>
  label: string
  hint: string
  isOptional?: boolean
}) => {
  const { t } = useTranslation('common')
  const fieldText = useFieldErrorText()
  const [typed, setTyped] = useState('')
  const { found, isLongEnough, answered } = useServerSearch(typed, (q) =>
    buildQueryOptions(searchRecords, { query: { q } }),
  )
  const optional = useOptionalLabel()
  const people = (found?.results ?? []).filter(({ kind }) => kind === 'contact' || kind === 'client')
  return (
    <Controller
      control={control}
      name={'person' as Path<Values>}
      rules={isOptional ? {} : { required: 'required' }}
      render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => (
        <SearchSelect
          ref={ref}
          data-autofocus
          label={isOptional ? optional(label) : label}
          placeholder={hint}
          error={fieldText(error)}
          onSearch={setTyped}
          answered={answered}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          data={people.map(({ kind, id, title, code, person }) => ({
            value: `${kind}:${id}`,
            label: [title, code ?? person].filter(Boolean).join(' · '),
          }))}
          nothingFoundMessage={isLongEnough ? t('noData') : undefined}
        />
      )}
    />
  )
}
