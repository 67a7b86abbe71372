import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { Link, useParams } from 'react-router'
import {
  changePresentation,
  getPresentation,
  makePresentationVersion,
  type PresentationDetail,
  type PresentationPart,
  presentationParts,
} from '#contract/presentations.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { useContentIdempotencyKey } from '#web/core/idempotency-key.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { PresentationVersions } from '#web/domain/presentations/presentation-versions.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useOptionalLabel } from '#web/ui/form/use-optional-label.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { FormWithPreview } from '#web/ui/form-with-preview.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage, Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { useAction } from '#web/ui/use-action.ts'
import { type ResultMessages, useResultMessage } from '#web/ui/use-result-message.ts'
import {
  type PresentationFormValues,
  parseAccount,
  toPresentationDraft,
  toPresentationValues,
} from './presentation-form-values.ts'
import classes from './presentations.module.css'
import { ProposalFields } from './proposal-fields.tsx'
import { ProposalPreview } from './proposal-preview.tsx'

/** The parts in the order of the record; those that it leaves out come after. */
const listPartsInOrder = (parts: readonly PresentationPart[]): PresentationPart[] => [
  ...parts,
  ...presentationParts.filter((part) => !parts.includes(part)),
]

type FieldProps = { form: UseFormReturn<PresentationFormValues>; order: readonly PresentationPart[] }

const ContentFields = ({ form, order }: FieldProps) => {
  const { t } = useTranslation('presentations')
  const fieldText = useFieldErrorText()
  const optional = useOptionalLabel()
  const dayOf = useParseTypedDate()
  const { register, formState, watch, setValue } = form
  register('parts', { validate: (parts) => parts.length > 0 || 'required' })
  return (
    <FieldGroup title={t('editor.heading')}>
      <TextInput
        label={t('editor.name')}
        maxLength={120}
        error={fieldText(formState.errors.title)}
        {...register('title', { validate: (title) => title.trim() !== '' || 'required' })}
      />
      <Textarea
        label={optional(t('editor.message'))}
        description={t('editor.messageHint')}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={4000}
        error={fieldText(formState.errors.message)}
        {...register('message')}
      />
      <DateField
        label={t('editor.startsOn')}
        isOptional
        description={t('editor.startsOnHint')}
        error={fieldText(formState.errors.startsOn)}
        {...register('startsOn', {
          validate: (typed) => typed.trim() === '' || dayOf(typed) !== undefined || 'date',
        })}
      />
      <Checkbox.Group
        label={t('editor.parts')}
        error={formState.errors.parts && fieldText({ type: 'required' })}
        value={watch('parts')}
        onChange={(parts) =>
          setValue('parts', parts as PresentationPart[], { shouldDirty: true, shouldValidate: true })
        }
      >
        <div className={classes.parts}>
          {order.map((part) => (
            <Checkbox key={part} value={part} label={t(`partNames.${part}`)} />
          ))}
        </div>
      </Checkbox.Group>
    </FieldGroup>
  )
}

type MakeProps = { presentation: PresentationDetail; isDirty: boolean; messages: ResultMessages }

/** What was made of it, and the button that makes one more. */
const VersionsSection = ({ presentation, isDirty, messages }: MakeProps) => {
  const { t } = useTranslation('presentations')
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const { busy, failure, run } = useAction()
  const key = useContentIdempotencyKey()
  const { id, clientId, version, versions, isConsentGiven } = presentation
  const make = async (): Promise<void> => {
    const params = { clientId, presentationId: id }
    const made = await callEndpoint(
      makePresentationVersion,
      { params, body: { version } },
      { headers: key.headersOf(`${id} ${version}`), refreshOnRefusal: true },
    )
    key.renew()
    messages.show({ text: t('editor.made', { number: made.number }) })
  }
  return (
    <Section title={t('editor.versions')} description={t('editor.makeHint')}>
      {versions.length === 0 ? (
        <p className={textClasses.hint}>{t('editor.noVersions')}</p>
      ) : (
        <PresentationVersions clientId={clientId} presentation={presentation} />
      )}
      {isDirty && <Notice>{t('editor.unsaved')}</Notice>}
      <FailureMessage of={failure} />
      {mayEdit && isConsentGiven && !isDirty && (
        <div>
          <Button variant="default" disabled={busy} aria-busy={busy} onClick={() => void run(make)}>
            {t('editor.make')}
          </Button>
        </div>
      )}
    </Section>
  )
}

const PresentationEditor = ({ presentation }: { presentation: PresentationDetail }) => {
  const { t } = useTranslation('presentations')
  const format = useFormatters()
  const dayOf = useParseTypedDate()
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const messages = useResultMessage()
  const { id, clientId, clientName, clientCvl, idioma, isConsentGiven, products } = presentation
  const order = listPartsInOrder(presentation.parts)
  const sending = useSubmitForm<PresentationFormValues>({
    defaults: toPresentationValues(presentation, format),
    version: presentation.version,
    submit: async (values, version) => {
      const body = { version, ...toPresentationDraft(values, order, dayOf) }
      const params = { clientId, presentationId: id }
      await callEndpoint(changePresentation, { params, body }, { refreshOnRefusal: true })
      messages.show({ text: t('editor.saved') })
    },
  })
  const values = sending.form.watch()
  const context = t('editor.context', {
    name: clientName,
    cvl: clientCvl,
    language: t(`editor.languages.${idioma}`),
  })
  return (
    <Page>
      <PageHead title={presentation.title} context={<Link to={`/clientes/${clientId}#presentations`}>{context}</Link>}>
        {!isConsentGiven && <Notice>{t('section.noConsent')}</Notice>}
        <ResultMessage messages={messages} />
      </PageHead>
      <FormWithPreview>
        <Form
          formState={sending}
          label={presentation.title}
          draft={`presentations/${id}`}
          actions={mayEdit && isConsentGiven && <SubmitButton busy={sending.busy}>{t('editor.save')}</SubmitButton>}
        >
          <ContentFields form={sending.form} order={order} />
          <ProposalFields form={sending.form} products={products} />
        </Form>
        <div className={classes.aside}>
          <ProposalPreview
            startsOn={dayOf(values.startsOn) ?? null}
            accounts={values.accounts.flatMap((account) => parseAccount(account) ?? [])}
          />
          <VersionsSection presentation={presentation} isDirty={sending.form.formState.isDirty} messages={messages} />
        </div>
      </FormWithPreview>
    </Page>
  )
}

/** What is prepared to be proposed to a client: its words, its accounts, and the versions that were made of it. */
export default function PresentationScreen() {
  const { t } = useTranslation(['presentations', 'shell'])
  const { clientId = '', presentationId = '' } = useParams()
  const { data, error, refetch } = useQuery(
    buildQueryOptions(getPresentation, { params: { clientId, presentationId } }),
  )
  if (data) return <PresentationEditor key={data.id} presentation={data} />
  return (
    <MissingRecord
      title={t('shell:screens.presentation')}
      failed={t('editor.failed')}
      error={error}
      refetch={refetch}
      tiles={0}
    />
  )
}
