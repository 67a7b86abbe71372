import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type ConsentLanguage, consentLanguages } from '#contract/consents/purposes.ts'
import { type ConsentTexts, type getConsentSettings, publishConsentText } from '#contract/consents.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'

type TextField = `${ConsentLanguage}Title` | `${ConsentLanguage}Body`
type ConsentTextValues = Record<TextField, string> & { older: 'kept' | 'end'; from: string; reason: string }

export type ConsentPurposeSettings = ResponseBody<typeof getConsentSettings>['purposes'][number]

type Props = { settings: ConsentPurposeSettings; onDone: (message: string) => void; onClose: () => void }

/** A new version in all languages, beginning with the words in force, and what becomes of older signatures. */
export const ConsentTextForm = ({ settings, onDone, onClose }: Props) => {
  const { t } = useTranslation(['consents', 'form'])
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const { purpose, versions, texts } = settings
  const words = (language: ConsentLanguage) => texts?.[language] ?? { title: '', body: '' }
  const sending = useSubmitForm<ConsentTextValues>({
    defaults: {
      esTitle: words('es').title,
      esBody: words('es').body,
      enTitle: words('en').title,
      enBody: words('en').body,
      ptTitle: words('pt').title,
      ptBody: words('pt').body,
      older: 'kept',
      from: '',
      reason: '',
    },
    submit: async (values) => {
      const written = Object.fromEntries(
        consentLanguages.map((language) => [
          language,
          { title: values[`${language}Title`], body: values[`${language}Body`] },
        ]),
      ) as ConsentTexts
      const { state } = await callEndpoint(
        publishConsentText,
        {
          params: { purpose },
          body: {
            before: versions[0]?.version ?? null,
            texts: written,
            reconsentFrom: values.older === 'end' ? (dayOf(values.from) ?? null) : null,
            reason: values.reason,
          },
        },
        { refreshOnRefusal: true },
      )
      onDone(t(state === 'done' ? 'settings.published' : 'settings.proposed'))
      onClose()
    },
  })
  const { register, formState, watch } = sending.form
  const { errors } = formState
  const isFuture = (typed: string): true | string => {
    const day = dayOf(typed)
    return day === undefined ? 'date' : day > today || 'past'
  }
  return (
    <Dialog title={t('settings.editNamed', { purpose: t(`purposes.${purpose}`) })} onClose={onClose}>
      <Form
        formState={sending}
        label={t('settings.edit')}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('settings.submit')} onCancel={onClose} />}
      >
        {consentLanguages.map((language) => (
          <FieldGroup key={language} title={t(`settings.languages.${language}`)}>
            <TextInput
              label={t('settings.textTitle')}
              lang={language}
              maxLength={160}
              error={fieldText(errors[`${language}Title`])}
              {...register(`${language}Title`, { required: 'required' })}
            />
            <Textarea
              label={t('settings.body')}
              description={t('settings.bodyHint')}
              lang={language}
              autosize
              minRows={4}
              maxRows={12}
              maxLength={20_000}
              error={fieldText(errors[`${language}Body`])}
              {...register(`${language}Body`, { required: 'required' })}
            />
          </FieldGroup>
        ))}
        {versions.length > 0 && (
          <NativeSelect
            label={t('settings.older')}
            data={[
              { value: 'kept', label: t('settings.olderKept') },
              { value: 'end', label: t('settings.olderEnd') },
            ]}
            {...register('older')}
          />
        )}
        {watch('older') === 'end' && (
          <DateField
            label={t('settings.from')}
            description={t('settings.fromHint')}
            error={fieldText(errors.from)}
            {...register('from', { required: 'required', validate: isFuture })}
          />
        )}
        <ReasonField
          label={t('settings.reason')}
          error={fieldText(errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Dialog>
  )
}
