import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type ClientData, changeClient, getClientData } from '#contract/client-data.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SubmitCancelButtons } from '#web/ui/form/submit-or-cancel.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import classes from './client-data.module.css'
import {
  ClientAddressFields,
  ClientContactFields,
  ClientIdentityFields,
  ClientNameFields,
  ClientRelationFields,
  GuardedChangeReason,
} from './client-fields.tsx'
import { type ClientFormValues, pickChanges, toClientBody, toClientValues } from './client-form-values.ts'
import { ClientPeopleFields } from './client-people-fields.tsx'
import { ContestedFields } from './contested-fields.tsx'

/** What waits for a second person, and cannot be changed until then. */
const WaitingNotice = ({ waiting }: { waiting: NonNullable<ClientData['waiting']> }) => {
  const { t } = useTranslation('client-data')
  const format = useFormatters()
  const fields = waiting.fields.map((field) => t(`form.waitingFields.${field}`)).join(', ')
  return (
    <div className={classes.notice}>
      <p>
        {t('form.waiting', { fields, who: waiting.makerName ?? '–', at: format.dateTime(waiting.madeAt) })}{' '}
        <ApprovalLink approvalId={waiting.approvalId}>{t('form.openApproval')}</ApprovalLink>
      </p>
    </div>
  )
}

const EditClientForm = ({ client }: { client: ClientData }) => {
  const { t } = useTranslation('client-data')
  const go = useNavigate()
  const format = useFormatters()
  const dayOf = useParseTypedDate()
  const page = `/clientes/${client.id}`
  const sending = useSubmitForm<ClientFormValues>({
    defaults: toClientValues(client, format),
    version: client.version,
    submit: async (values, version) => {
      // What the fields began with, or what stands now where somebody else was quicker.
      const before = sending.form.formState.defaultValues as ClientFormValues
      const changes = pickChanges(toClientBody(before, dayOf), toClientBody(values, dayOf))
      const reason = values.reason.trim()
      await callEndpoint(
        changeClient,
        { params: { clientId: client.id }, body: { version, ...changes, ...(reason && { reason }) } },
        { refreshOnRefusal: true },
      )
    },
  })
  // Only once the form knows that all is saved: before, leaving would be asked about.
  useEffect(() => {
    if (sending.submitCount > 0) void go(page, { replace: true })
  }, [sending.submitCount, go, page])
  const props = { form: sending.form, client }
  const title = t('form.editTitle', { name: [client.name, client.surname].filter(Boolean).join(' ') })
  return (
    <Page>
      <PageHead title={title} context={<Link to={page}>{client.cvl}</Link>}>
        {client.waiting && <WaitingNotice waiting={client.waiting} />}
      </PageHead>
      <Form
        formState={sending}
        label={title}
        draft={`clients/${client.id}`}
        actions={<SubmitCancelButtons busy={sending.busy} submit={t('form.save')} onCancel={() => void go(page)} />}
      >
        <ClientNameFields {...props} />
        <ClientIdentityFields {...props} />
        <ClientContactFields {...props} />
        <ClientPeopleFields {...props} />
        <ClientAddressFields {...props} />
        <ClientRelationFields {...props} />
        <GuardedChangeReason {...props} />
        <ContestedFields formState={sending} kind={client.kind} />
      </Form>
    </Page>
  )
}

/** The data of one client, to be changed. */
export default function EditClientScreen() {
  const { t } = useTranslation(['client', 'shell', 'list'])
  const { clientId = '' } = useParams()
  // As it is now: a form that begins with an old record would only meet its conflict.
  const { data, error, refetch } = useQuery({
    ...buildQueryOptions(getClientData, { params: { clientId } }),
    staleTime: 0,
    gcTime: 0,
  })
  if (data) return <EditClientForm key={data.id} client={data} />
  return (
    <MissingRecord
      title={t('shell:screens.editClient')}
      failed={t('client.loadFailed')}
      error={error}
      refetch={refetch}
      tiles={0}
    />
  )
}
