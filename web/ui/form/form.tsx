import type { KeyboardEvent, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from '#web/core/use-translation.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { FailureMessage } from '#web/ui/status-messages.tsx'
import { DialogFormGuard } from './dialog-form-guard.tsx'
import classes from './form.module.css'
import { FormDraftKeeper } from './form-draft.tsx'
import type { SubmitFormState } from './use-submit-form.ts'

type Props<V extends FieldValues> = {
  formState: SubmitFormState<V>
  label: string
  children: ReactNode
  actions: ReactNode
  /** Under this name what is typed is kept until it is sent; without one nothing is. Never for forms that ask for secrets. */
  draft?: string
  /** Holds a table of lines, which needs all the width. */
  isWide?: boolean
}

/** One column of fields, what went wrong above the actions; Ctrl+Enter sends from any field. */
export const Form = <V extends FieldValues>({
  formState: sending,
  label,
  children,
  actions,
  draft,
  isWide = false,
}: Props<V>) => {
  const { t } = useTranslation('form')
  const press = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void sending.submit()
  }
  return (
    <form
      ref={sending.element}
      className={classes.form}
      aria-label={label}
      data-wide={isWide || undefined}
      noValidate
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        void sending.submit()
      }}
    >
      {draft ? <FormDraftKeeper name={draft} sending={sending} /> : <DialogFormGuard formState={sending} />}
      {children}
      <FailureMessage of={sending.failure}>{sending.isMerged ? t('merged') : undefined}</FailureMessage>
      <div className={layoutClasses.buttons}>{actions}</div>
    </form>
  )
}
