import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { searchClients } from '#contract/clients.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { SearchSelect } from '#web/ui/form/search-select.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useFocusAfterRemoval } from '#web/ui/form/use-focus-after-removal.ts'
import { useServerSearch } from '#web/ui/form/use-server-search.ts'
import type { SubmitFormState } from '#web/ui/form/use-submit-form.ts'
import textClasses from '#web/ui/text.module.css'
import { type OpeningFormValues, parseShare } from './opening-values.ts'
import classes from './openings.module.css'

const maxHolders = 10

/** Whose account it is, and in which shares. The first one is the client that it is opened for. */
export const HoldersField = ({ form }: { form: SubmitFormState<OpeningFormValues>['form'] }) => {
  const { t } = useTranslation(['openings', 'common'])
  const fieldText = useFieldErrorText()
  const { register, control, formState } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'holders' })
  const addField = useFocusAfterRemoval<HTMLInputElement>(fields.length)
  const errors = formState.errors.holders
  const [typed, setTyped] = useState('')
  const { found, isLongEnough, answered } = useServerSearch(typed, (q) =>
    buildQueryOptions(searchClients, { query: { q } }),
  )
  const clients = (found?.clients ?? []).filter(({ id }) => !fields.some(({ clientId }) => clientId === id))
  const add = (id: string): void => {
    const client = clients.find((one) => one.id === id)
    if (client) append({ clientId: client.id, name: client.fullName, share: '' }, { shouldFocus: true })
    setTyped('')
  }
  return (
    <fieldset className={classes.holders}>
      <legend className={classes.legend}>{t('fields.holders')}</legend>
      {fields.map(({ id, name }, at) => (
        <div key={id} className={classes.holder}>
          <span>{name}</span>
          <TextInput
            aria-label={t('fields.shareOf', { name })}
            rightSection="%"
            inputMode="decimal"
            error={fieldText(errors?.[at]?.share)}
            {...register(`holders.${at}.share`, {
              required: 'required',
              validate: (text) => parseShare(text) !== undefined || 'number',
            })}
          />
          {at > 0 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              data-remove
              aria-label={t('fields.removeHolder', { name })}
              onClick={() => remove(at)}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {errors?.message && (
        <p className={textClasses.wrong} role="alert">
          {fieldText({ type: errors.message })}
        </p>
      )}
      {fields.length < maxHolders && (
        <SearchSelect
          ref={addField}
          label={t('fields.addHolder')}
          placeholder={t('fields.searchHolder')}
          // Another one each time: nothing stays chosen.
          key={fields.length}
          onSearch={setTyped}
          answered={answered}
          value=""
          onChange={add}
          data={clients.map(({ id, fullName, cvl }) => ({ value: id, label: `${fullName} · ${cvl}` }))}
          nothingFoundMessage={isLongEnough ? t('common:noData') : undefined}
        />
      )}
    </fieldset>
  )
}
