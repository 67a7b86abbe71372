import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { createContact, type getContactOptions } from '#contract/contacts.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import {
  ContactInterestFields,
  ContactNoteFields,
  ContactOriginFields,
  ContactPersonFields,
} from './contact-fields.tsx'
import { buildEmptyContact, type ContactFormValues, toContactBody } from './contact-form-values.ts'
import { DuplicateNotice } from './duplicate-notice.tsx'
import { useContactDuplicates } from './use-contact-duplicates.ts'
import { contactOptionsQuery } from './use-contact-filters.ts'

const contactsPath = '/crm/AgendaComercial/contactos'

const NewContactForm = ({ options }: { options: ResponseBody<typeof getContactOptions> }) => {
  const { t } = useTranslation(['contacts', 'shell'])
  const go = useNavigate()
  const dayOf = useParseTypedDate()
  const made = useRef<string>(undefined)
  const sending = useSubmitForm<ContactFormValues>({
    defaults: buildEmptyContact(options.me ?? ''),
    submit: async (values) => {
      const body = { ...toContactBody(values, dayOf), isSomebodyElse: values.isSomebodyElse }
      made.current = (await callEndpoint(createContact, { body })).id
    },
  })
  // Only once the form knows that all is saved: before, leaving would be asked about.
  useEffect(() => {
    if (sending.submitCount > 0) void go(`${contactsPath}/${made.current}`, { replace: true })
  }, [sending.submitCount, go])
  const props = { form: sending.form, options }
  const found = useContactDuplicates(sending.form)
  const title = t('shell:screens.newContact')
  return (
    <Page>
      <PageHead title={title} />
      <Form
        formState={sending}
        label={title}
        draft="contacts/new"
        actions={
          <SubmitCancelButtons busy={sending.busy} submit={t('form.create')} onCancel={() => void go(contactsPath)} />
        }
      >
        <div>
          <ContactPersonFields {...props} />
          <DuplicateNotice form={sending.form} found={found} />
        </div>
        <ContactInterestFields {...props} />
        <ContactOriginFields {...props} />
        <ContactNoteFields {...props} />
      </Form>
    </Page>
  )
}

/** A new contact. The form waits for what there is to choose from: a choice that isn't there yet would be lost. */
export default function NewContactScreen() {
  const { t } = useTranslation(['shell', 'list'])
  const { data, error, refetch } = useQuery(contactOptionsQuery)
  if (data) return <NewContactForm options={data} />
  if (!error) return <RecordSkeleton label={t('list:loading')} tiles={0} />
  return (
    <Page>
      <PageHead title={t('shell:screens.newContact')} />
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Page>
  )
}
