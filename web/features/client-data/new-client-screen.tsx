import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import { createClient, getClientFormOptions } from '#contract/client-data.ts'
import { type ContactDetail, getContact } from '#contract/contacts.ts'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { defaultLanguageByPrefix } from '#contract/core/languages.ts'
import { tenantFacts } from '#contract/core/tenants.ts'
import { staffRoles } from '#contract/staff.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { FieldGroup } from '#web/ui/form/field-group.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { requiredRule, useFormFields } from '#web/ui/form/use-form-fields.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordSkeleton } from '#web/ui/record-cards.tsx'
import {
  ClientAddressFields,
  ClientContactFields,
  ClientIdentityFields,
  ClientNameFields,
  ClientRelationFields,
} from './client-fields.tsx'
import { buildEmptyClient, type ClientFormValues, toClientBody } from './client-form-values.ts'
import { ClientPeopleFields } from './client-people-fields.tsx'
import { DuplicateNotice } from './duplicate-notice.tsx'
import { useClientDuplicates } from './use-client-duplicates.ts'
import { useClientFieldLabel } from './use-client-field-label.ts'

type FormOptions = ResponseBody<typeof getClientFormOptions>

/** Who looks after the client: the caller first, in each way in which clients can be given to them. */
const ClientStaffFields = ({ form, options }: { form: UseFormReturn<ClientFormValues>; options: FormOptions }) => {
  const { t } = useTranslation('client-data')
  const { search } = useFormFields({ form, getLabel: useClientFieldLabel(form.watch('kind')) })
  const listPeople = (role: (typeof staffRoles)[number]) =>
    options.staff
      .filter(({ roles }) => roles.includes(role))
      .map(({ id, name, cvl, zoneName }) => ({ value: id, label: `${name} · ${cvl} · ${zoneName}` }))
  return (
    <FieldGroup title={t('groups.staff')} description={t('form.managerHint')}>
      {staffRoles.map((role) => search(`${role}Id`, listPeople(role), role === 'manager' ? requiredRule : {}))}
    </FieldGroup>
  )
}

const buildDefaults = ({ staff, me }: FormOptions, prefix: keyof typeof tenantFacts): ClientFormValues => {
  const roles = staff.find(({ id }) => id === me)?.roles ?? []
  // In one way, the first: nobody manages and advises the same client.
  const own = roles[0]
  return {
    ...buildEmptyClient(tenantFacts[prefix].country, defaultLanguageByPrefix[prefix]),
    ...(me && own && { [`${own}Id`]: me }),
  }
}

/** What is known of a contact who becomes a client. */
const toKnownValues = (contact: ContactDetail, { staff }: FormOptions): Partial<ClientFormValues> => ({
  name: contact.name,
  surname: contact.surname,
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  ...(staff.some(({ id, roles }) => id === contact.ownerId && roles.includes('manager')) && {
    managerId: contact.ownerId ?? '',
    partnerId: '',
    advisorId: '',
    bankerId: '',
  }),
})

type NewClientFormProps = { options: FormOptions; contact: ContactDetail | null }
const NewClientForm = ({ options, contact }: NewClientFormProps) => {
  const { t } = useTranslation(['client-data', 'shell'])
  const go = useNavigate()
  const dayOf = useParseTypedDate()
  const prefix = useSession((state) => state.session?.prefix) ?? 'dino'
  const made = useRef<string>(undefined)
  const defaults = useRef({
    ...buildDefaults(options, prefix),
    ...(contact && toKnownValues(contact, options)),
  })
  const sending = useSubmitForm<ClientFormValues>({
    defaults: defaults.current,
    submit: async (values) => {
      const { managerId, partnerId, advisorId, bankerId, isSomebodyElse } = values
      const body = {
        ...toClientBody(values, dayOf),
        managerId,
        partnerId: partnerId || null,
        advisorId: advisorId || null,
        bankerId: bankerId || null,
        isSomebodyElse,
        ...(contact && { contactId: contact.id }),
      }
      made.current = (await callEndpoint(createClient, { body })).id
    },
  })
  // Only once the form knows that all is saved: before, leaving would be asked about.
  useEffect(() => {
    if (sending.submitCount > 0) void go(`/clientes/${made.current}`, { replace: true })
  }, [sending.submitCount, go])
  const props = { form: sending.form }
  const found = useClientDuplicates(sending.form)
  const title = contact ? t('form.convertTitle', { name: contact.fullName }) : t('shell:screens.newClient')
  const back = contact ? `/crm/AgendaComercial/contactos/${contact.id}` : '/clientes'
  return (
    <Page>
      <PageHead title={title} context={contact && t('form.convertLead')} />
      <Form
        formState={sending}
        label={title}
        draft={contact ? `contacts/${contact.id}/client` : 'clients/new'}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('form.create')} onCancel={() => void go(back)} />}
      >
        <ClientNameFields {...props} />
        <ClientIdentityFields {...props} />
        <div>
          <ClientContactFields {...props} />
          <DuplicateNotice form={sending.form} found={found} />
        </div>
        <ClientPeopleFields {...props} />
        <ClientAddressFields {...props} />
        <ClientStaffFields {...props} options={options} />
        <ClientRelationFields {...props} />
      </Form>
    </Page>
  )
}

/** A new client, or a contact who becomes one. The form waits for what there is to choose from: a choice that isn't there yet would be lost. */
export default function NewClientScreen() {
  const { t } = useTranslation(['shell', 'list'])
  const [params] = useSearchParams()
  const contactId = params.get('contacto')
  const options = useQuery(buildQueryOptions(getClientFormOptions, {}))
  const contact = useQuery({
    ...buildQueryOptions(getContact, { params: { contactId: contactId ?? '' } }),
    enabled: contactId !== null,
    // As they are now: the form begins with what is known of them.
    staleTime: 0,
  })
  if (options.data && contactId === null) return <NewClientForm options={options.data} contact={null} />
  if (options.data && contact.data) return <NewClientForm options={options.data} contact={contact.data} />
  const { error, refetch } = contact.error ? contact : options
  if (!error) return <RecordSkeleton label={t('list:loading')} tiles={0} />
  return (
    <Page>
      <PageHead title={t('shell:screens.newClient')} />
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Page>
  )
}
