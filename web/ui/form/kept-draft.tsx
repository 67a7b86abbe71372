import { UnstyledButton } from '@mantine/core'
import { useEffect } from 'react'
import { type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useDraft } from '#web/core/draft.ts'
import { useFormat } from '#web/core/format.ts'
import { useUnsaved } from '#web/core/unsaved.ts'
import classes from './kept-draft.module.css'
import type { SendingForm } from './use-sending.ts'

/** Keeps what is typed into the form until it is sent, tells what it brought back, and asks before the page is left. */
export const KeptDraft = <V extends FieldValues>({ name, sending }: { name: string; sending: SendingForm<V> }) => {
  const { t } = useTranslation('form')
  const format = useFormat()
  const { control, reset } = sending.form
  const values = useWatch({ control }) as Record<string, unknown>
  const { isDirty } = useFormState({ control })
  const draft = useDraft(name, {
    values,
    dirty: isDirty,
    restore: (kept) => reset(kept as V, { keepDefaultValues: true }),
  })
  useUnsaved(isDirty, { leave: draft.drop, kept: true })
  const { drop, found } = draft
  useEffect(() => {
    if (sending.sent > 0) drop()
  }, [sending.sent, drop])
  if (!found) return null
  const when = format.relative(found.savedAt)
  return (
    <p className={classes.notice} role="status">
      <span>{t(`draft.${found.state}`, { when })}</span>
      {found.state === 'waiting' && (
        <UnstyledButton className={classes.action} onClick={draft.take}>
          {t('draft.take')}
        </UnstyledButton>
      )}
      <UnstyledButton className={classes.action} onClick={draft.discard}>
        {t('draft.discard')}
      </UnstyledButton>
    </p>
  )
}
