import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReferenceData } from '#contract/reference.ts'
import { CallError } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import { emptyReferenceValues, type ReferenceFormValues, type ReferenceKind } from './reference-data-calls.ts'
import classes from './settings.module.css'

type Props = {
  kind: ReferenceKind
  /** What is changed; null: a new one. */
  values: ReferenceFormValues | null
  zones: ReferenceData['zones']
  /** People work there: another zone waits for direction. */
  hasStaff: boolean
  send: (values: ReferenceFormValues) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** The server names the fields of a change by where they stand in it. */
const stripErrorFieldPrefix = (error: unknown): unknown => {
  if (!(error instanceof CallError)) return error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([field, code]) => [field.replace(/^after\./, ''), code]),
  )
  return new CallError(error.status, { code: error.code, fields })
}

/** Adds a zone, an office or a company, or changes one. Mounted while it asks. */
export const ReferenceForm = ({ kind, values, zones, hasStaff, send, onDone, onClose }: Props) => {
  const { t } = useTranslation(['reference', 'limits', 'common'])
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const sending = useSubmitForm<ReferenceFormValues>({
    defaults: values ?? { ...emptyReferenceValues, zoneId: zones[0]?.id ?? '' },
    submit: async (typed) => {
      await send(typed).catch((error: unknown) => {
        throw stripErrorFieldPrefix(error)
      })
      onDone()
    },
  })
  const {
    register,
    formState: { errors },
  } = sending.form
  const waits = kind === 'offices' && hasStaff && sending.form.watch('zoneId') !== values?.zoneId
  const title = t(values ? `kinds.${kind}.change` : `kinds.${kind}.add`)
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        formState={sending}
        label={title}
        actions={
          <>
            <SubmitButton busy={sending.busy}>{t('save')}</SubmitButton>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </>
        }
      >
        <TextInput
          label={t('fields.name')}
          error={fieldText(errors.name)}
          maxLength={kind === 'subcompanies' ? 160 : 120}
          autoComplete="off"
          data-autofocus
          {...register('name', { validate: (typed) => typed.trim() !== '' || 'required' })}
        />
        {kind === 'offices' && (
          <>
            <NativeSelect
              label={t('fields.zone')}
              error={fieldText(errors.zoneId)}
              data={zones.map(({ id, name }) => ({ value: id, label: name }))}
              {...register('zoneId', { required: 'required' })}
            />
            {waits && (
              <>
                <Notice>{t('kinds.offices.zoneWaits')}</Notice>
                <ReasonField
                  label={t('limits:reason')}
                  description={t('limits:reasonHint')}
                  error={fieldText(errors.reason)}
                  {...register('reason', reasonRules)}
                />
              </>
            )}
            <TextInput
              label={optional(t('fields.city'))}
              error={fieldText(errors.city)}
              maxLength={120}
              autoComplete="off"
              {...register('city')}
            />
          </>
        )}
        {kind === 'subcompanies' && (
          <TextInput
            label={optional(t('fields.taxId'))}
            className={classes.short}
            error={fieldText(errors.taxId)}
            maxLength={40}
            autoComplete="off"
            {...register('taxId')}
          />
        )}
      </Form>
    </Dialog>
  )
}
