import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type ContactDetail, changeContact, getContact, type getContactOptions } from '#contract/contacts.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import {
  ContactInterestFields,
  ContactNoteFields,
  ContactOriginFields,
  ContactPersonFields,
} from './contact-fields.tsx'
import { type ContactFormValues, pickContactChanges, toContactBody, toContactValues } from './contact-form-values.ts'
import { contactOptionsQuery } from './use-contact-filters.ts'

type ContactOptions = ResponseBody<typeof getContactOptions>

/** An owner who has left, or whom the caller doesn't see, can be kept. */
const withOwner = (options: ContactOptions, { ownerId, ownerName, ownerCvl }: ContactDetail): ContactOptions =>
  ownerId && ownerName && ownerCvl && !options.owners.some(({ id }) => id === ownerId)
    ? { ...options, owners: [...options.owners, { id: ownerId, name: ownerName, cvl: ownerCvl }] }
    : options

const EditContactForm = ({ contact, options }: { contact: ContactDetail; options: ContactOptions }) => {
  const { t } = useTranslation('contacts')
  const go = useNavigate()
  const format = useFormatters()
  const dayOf = useParseTypedDate()
  const page = `/crm/AgendaComercial/contactos/${contact.id}`
  const sending = useSubmitForm<ContactFormValues>({
    defaults: toContactValues(contact, format),
    version: contact.version,
    submit: async (values, version) => {
      // What the fields began with, or what stands now where somebody else was quicker.
      const before = sending.form.formState.defaultValues as ContactFormValues
      const changes = pickContactChanges(toContactBody(before, dayOf), toContactBody(values, dayOf))
      await callEndpoint(
        changeContact,
        { params: { contactId: contact.id }, body: { version, ...changes } },
        { refreshOnRefusal: true },
      )
    },
  })
  // Only once the form knows that all is saved: before, leaving would be asked about.
  useEffect(() => {
    if (sending.submitCount > 0) void go(page, { replace: true })
  }, [sending.submitCount, go, page])
  const props = { form: sending.form, options: withOwner(options, contact) }
  const title = t('form.editTitle', { name: [contact.name, contact.surname].filter(Boolean).join(' ') })
  return (
    <Page>
      <PageHead title={title} />
      <Form
        formState={sending}
        label={title}
        draft={`contacts/${contact.id}`}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('form.save')} onCancel={() => void go(page)} />}
      >
        <ContactPersonFields {...props} />
        <ContactInterestFields {...props} />
        <ContactOriginFields {...props} />
        <ContactNoteFields {...props} />
      </Form>
    </Page>
  )
}

/** The data of one contact, to be changed. */
export default function EditContactScreen() {
  const { t } = useTranslation(['contacts', 'shell', 'list'])
  const { contactId = '' } = useParams()
  const options = useQuery(contactOptionsQuery)
  // As it is now: a form that begins with an old record would only meet its conflict.
  const contact = useQuery({
    ...buildQueryOptions(getContact, { params: { contactId } }),
    staleTime: 0,
    gcTime: 0,
  })
  if (contact.data && options.data)
    return <EditContactForm key={contact.data.id} contact={contact.data} options={options.data} />
  const failed = contact.error ? contact : options
  return (
    <MissingRecord
      title={t('shell:screens.editContact')}
      failed={t('detail.loadFailed')}
      error={failed.error}
      refetch={failed.refetch}
      tiles={0}
    />
  )
}
