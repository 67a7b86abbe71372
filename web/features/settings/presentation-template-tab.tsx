import { ActionIcon, Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Idioma, idiomas } from '#contract/core/values.ts'
import {
  changePresentationTemplate,
  getPresentationTemplate,
  type PresentationPart,
  type PresentationTemplate,
  type PresentationTexts,
  presentationParts,
  type TemplateSettings,
} from '#contract/presentations.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './settings.module.css'

const templateQuery = buildQueryOptions(getPresentationTemplate, {})

/** In the order of the template; those that it leaves out stand last, and are not included. */
type TemplateFormValues = {
  order: PresentationPart[]
  included: PresentationPart[]
  texts: PresentationTemplate['texts']
}

const textFields = [
  'title',
  'subtitle',
  'situation',
  'proposal',
  'projection',
  'closing',
  'legal',
] as const satisfies readonly (keyof PresentationTexts)[]

const maxLengths: Record<keyof PresentationTexts, number> = {
  title: 120,
  subtitle: 200,
  situation: 1000,
  proposal: 1000,
  projection: 1000,
  closing: 2000,
  legal: 2000,
}

const toValues = ({ parts, texts }: PresentationTemplate): TemplateFormValues => ({
  order: [...parts, ...presentationParts.filter((part) => !parts.includes(part))],
  included: [...parts],
  texts,
})

type OrderProps = { form: UseFormReturn<TemplateFormValues>; mayEdit: boolean }

const PartOrder = ({ form, mayEdit }: OrderProps) => {
  const { t } = useTranslation('presentations')
  const fieldText = useFieldErrorText()
  const { watch, setValue, register, formState } = form
  register('included', { validate: (parts) => parts.length > 0 || 'required' })
  const order = watch('order')
  const included = watch('included')
  const options = { shouldDirty: true, shouldValidate: true }
  const move = (from: number, to: number): void => {
    const next = [...order]
    next.splice(to, 0, ...next.splice(from, 1))
    setValue('order', next, options)
  }
  const toggle = (part: PresentationPart): void => {
    const next = included.includes(part) ? included.filter((one) => one !== part) : [...included, part]
    setValue('included', next, options)
  }
  return (
    <fieldset className={classes.topics} aria-label={t('settings.order')}>
      {order.map((part, at) => {
        const name = t(`partNames.${part}`)
        return (
          <div key={part} className={classes.topic}>
            <Checkbox
              label={name}
              aria-label={t('settings.hide', { part: name })}
              checked={included.includes(part)}
              disabled={!mayEdit}
              onChange={() => toggle(part)}
            />
            {mayEdit && (
              <span className={classes.rowActions}>
                <ActionIcon
                  variant="default"
                  aria-label={t('settings.up', { part: name })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  aria-label={t('settings.down', { part: name })}
                  disabled={at === order.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
              </span>
            )}
          </div>
        )
      })}
      {formState.errors.included && <p role="alert">{fieldText({ type: 'required' })}</p>}
    </fieldset>
  )
}

type TextProps = OrderProps & { defaults: TemplateSettings['defaults'] }

/** The words of one language at a time; where there are none, those of the product show through. */
const TemplateTexts = ({ form, mayEdit, defaults }: TextProps) => {
  const { t } = useTranslation('presentations')
  const optional = useOptionalLabel()
  const fieldText = useFieldErrorText()
  const [language, setLanguage] = useState<Idioma>('spanish')
  return (
    <>
      <NativeSelect
        label={t('settings.language')}
        value={language}
        data={idiomas.map((value) => ({ value, label: t(`editor.languages.${value}`) }))}
        onChange={({ currentTarget }) =>
          setLanguage(idiomas.find((value) => value === currentTarget.value) ?? 'spanish')
        }
      />
      {textFields.map((field) => (
        <Textarea
          key={`${language} ${field}`}
          label={optional(t(`settings.fields.${field}`))}
          placeholder={defaults[language][field]}
          autosize
          minRows={field === 'title' || field === 'subtitle' ? 1 : 2}
          maxRows={10}
          maxLength={maxLengths[field]}
          disabled={!mayEdit}
          error={fieldText(form.formState.errors.texts?.[language]?.[field])}
          {...form.register(`texts.${language}.${field}`)}
        />
      ))}
    </>
  )
}

const TemplateForm = ({ settings }: { settings: TemplateSettings }) => {
  const { t } = useTranslation('presentations')
  const mayEdit = usePermission('bt_Ajustes', 'edit')
  const messages = useResultMessage()
  const sending = useSubmitForm<TemplateFormValues>({
    defaults: toValues(settings.template),
    version: settings.version,
    submit: async ({ order, included, texts }, version) => {
      const template = { parts: order.filter((part) => included.includes(part)), texts }
      await callEndpoint(changePresentationTemplate, { body: { version, template } }, { refreshOnRefusal: true })
      messages.show({ text: t('settings.saved') })
    },
  })
  return (
    <Section title={t('settings.title')} description={t('settings.lead')}>
      <ResultMessage messages={messages} />
      <Form
        formState={sending}
        label={t('settings.title')}
        draft="settings/presentations"
        actions={mayEdit && <SubmitButton busy={sending.busy}>{t('settings.save')}</SubmitButton>}
      >
        <PartOrder form={sending.form} mayEdit={mayEdit} />
        <TemplateTexts form={sending.form} mayEdit={mayEdit} defaults={settings.defaults} />
      </Form>
    </Section>
  )
}

/** The words and the order of presentations to clients. */
export const PresentationTemplateTab = () => {
  const { t } = useTranslation('list')
  const { data, error, refetch } = useQuery(templateQuery)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('loading')} />
  return <TemplateForm settings={data} />
}
