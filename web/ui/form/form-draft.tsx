import { UnstyledButton } from '@mantine/core'
import { useEffect } from 'react'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { useFormatters } from '#web/core/format.ts'
import { useUnsavedForm } from '#web/core/unsaved-forms.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './form-draft.module.css'
import type { SubmitFormState } from './use-submit-form.ts'

/** Keeps what is typed into the form until it is sent, tells what it brought back, and asks before the page is left. */
export const FormDraftKeeper = <V extends FieldValues>({
  name,
  sending: formState,
}: {
  name: string
  sending: SubmitFormState<V>
}) => {
  const { t } = useTranslation('form')
  const format = useFormatters()
  const { baseVersion } = formState
  const { control, reset } = formState.form
  // What was typed on an older version of the record stays of that version when it is put back.
  const values: Record<string, unknown> = { ...useWatch({ control }), baseVersion: baseVersion.current }
  const { isDirty } = useFormState({ control })
  const draft = useDraft(name, {
    values,
    dirty: isDirty,
    restore: ({ baseVersion: keptVersion, ...kept }) => {
      if (keptVersion !== undefined) baseVersion.current = keptVersion
      reset(kept as V, { keepDefaultValues: true })
    },
  })
  useUnsavedForm(isDirty, { discard: draft.remove, isDraftSaved: true })
  const { remove: drop, storedDraft: found } = draft
  useEffect(() => {
    if (formState.submitCount > 0) drop()
  }, [formState.submitCount, drop])
  if (!found) return null
  const when = format.relative(found.savedAt)
  return (
    <p className={classes.notice} role="status">
      <span>{t(`draft.${found.state}`, { when })}</span>
      {found.state === 'waiting' && (
        <UnstyledButton className={classes.action} onClick={draft.restore}>
          {t('draft.take')}
        </UnstyledButton>
      )}
      <UnstyledButton className={classes.action} onClick={draft.discard}>
        {t('draft.discard')}
      </UnstyledButton>
    </p>
  )
}
