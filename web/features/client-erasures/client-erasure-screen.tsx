import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  type ClientErasure,
  type ClientErasurePlan,
  getClientErasure,
  proposeClientErasure,
  requestClientErasure,
  withdrawClientErasure,
} from '#contract/client-erasures.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { FactGrid } from '#web/ui/fact-grid.tsx'
import { DateField, useParseTypedDate } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ReasonDialog } from '#web/ui/form/reason-dialog.tsx'
import { ReasonField, reasonRules } from '#web/ui/form/reason-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useFieldErrorText } from '#web/ui/form/use-field-text.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './client-erasures.module.css'

type PlanProps = { plan: ClientErasurePlan }

/** Why the person can't be erased, each in words that say how to mend it. */
const ErasureObstacles = ({ plan }: PlanProps) => {
  const { t } = useTranslation('client-erasures')
  if (plan.obstacles.length === 0) return null
  return (
    <div role="alert" className={classes.obstacles}>
      <strong>{t('cannot')}</strong>
      <ul>
        {plan.obstacles.map((obstacle) => (
          <li key={obstacle}>{t(`obstacles.${obstacle}`)}</li>
        ))}
      </ul>
    </div>
  )
}

const RetentionFacts = ({ plan: { retention } }: PlanProps) => {
  const { t } = useTranslation('client-erasures')
  const format = useFormatters()
  return (
    <Section title={t('retention.title')} description={t('retention.lead')}>
      <FactGrid
        facts={[
          [t('fields.endedOn'), retention.endedOn ? format.date(retention.endedOn) : t('retention.never')],
          [t('retention.period'), t('retention.years', { count: retention.years })],
          [t('fields.dueOn'), format.date(retention.dueOn)],
          [t('retention.source'), retention.source, 'wide'],
        ]}
      />
    </Section>
  )
}

type RequestValues = { requestedOn: string; reason: string }

const RequestForm = ({ plan }: PlanProps) => {
  const { t } = useTranslation(['client-erasures', 'form', 'list'])
  const fieldText = useFieldErrorText()
  const dayOf = useParseTypedDate()
  const today = useSession((state) => state.session?.businessDate ?? '')
  const day = (typed: string) => (typed.trim() ? dayOf(typed) : today)
  const sending = useSubmitForm<RequestValues>({
    defaults: { requestedOn: '', reason: '' },
    submit: async ({ requestedOn, reason }) => {
      const request = { params: { clientId: plan.client.id }, body: { requestedOn: day(requestedOn)!, reason } }
      await callEndpoint(requestClientErasure, request, { refreshOnRefusal: true })
    },
  })
  const { register, formState } = sending.form
  return (
    <Section title={t('request.title')} description={t('request.lead')} className={classes.form}>
      <Form
        formState={sending}
        label={t('request.title')}
        actions={<SubmitButton busy={sending.busy}>{t('request.submit')}</SubmitButton>}
      >
        <DateField
          label={t('fields.requestedOn')}
          isOptional
          placeholder={t('list:date.today')}
          error={fieldText(formState.errors.requestedOn)}
          {...register('requestedOn', { validate: (typed) => day(typed) !== undefined || 'date' })}
        />
        <ReasonField
          label={t('fields.reason')}
          error={fieldText(formState.errors.reason)}
          {...register('reason', reasonRules)}
        />
      </Form>
    </Section>
  )
}

type OpenErasureProps = PlanProps & { erasure: ClientErasure }

/** A request that is open: until when it waits, and what may be done with it. */
const OpenErasure = ({ plan, erasure }: OpenErasureProps) => {
  const { t } = useTranslation('client-erasures')
  const format = useFormatters()
  const mayRequest = usePermission('bt_Supresiones', 'create')
  const mayPropose = usePermission('bt_Supresiones', 'edit')
  const [asking, setAsking] = useState<'withdraw' | 'execute' | null>(null)
  const params = { clientId: plan.client.id }
  const isReady = erasure.state === 'due' && plan.obstacles.length === 0
  return (
    <Section title={t(`states.${erasure.state}`)} description={t(`stateLeads.${erasure.state}`)}>
      <FactGrid
        facts={[
          [t('fields.requestedOn'), format.date(erasure.requestedOn)],
          [t('fields.askedBy'), erasure.askedByName],
          [t('fields.dueOn'), format.date(erasure.dueOn)],
          [t('fields.reason'), erasure.reason, 'wide'],
        ]}
      />
      <div className={classes.actions}>
        {isReady && mayPropose && (
          <Button color="red" onClick={() => setAsking('execute')}>
            {t('execute.action')}
          </Button>
        )}
        {mayRequest && (
          <Button variant="default" onClick={() => setAsking('withdraw')}>
            {t('withdraw.action')}
          </Button>
        )}
        {erasure.state === 'asked' && erasure.approvalId && (
          <ApprovalLink approvalId={erasure.approvalId}>{t('openApproval')}</ApprovalLink>
        )}
      </div>
      {asking === 'execute' && (
        <ReasonDialog
          title={t('execute.title', { client: plan.client.name, cvl: plan.client.cvl })}
          text={t('execute.text')}
          action={t('execute.submit')}
          label={t('fields.reason')}
          onSend={(reason) =>
            callEndpoint(proposeClientErasure, { params, body: { reason } }, { refreshOnRefusal: true })
          }
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'withdraw' && (
        <ReasonDialog
          title={t('withdraw.title', { client: plan.client.name, cvl: plan.client.cvl })}
          text={t('withdraw.text')}
          action={t('withdraw.submit')}
          label={t('fields.reason')}
          onSend={(reason) =>
            callEndpoint(withdrawClientErasure, { params, body: { reason } }, { refreshOnRefusal: true })
          }
          onClose={() => setAsking(null)}
        />
      )}
    </Section>
  )
}

const ErasurePage = ({ plan }: PlanProps) => {
  const { t } = useTranslation('client-erasures')
  const format = useFormatters()
  const mayRequest = usePermission('bt_Supresiones', 'create')
  const { client, erasure } = plan
  const isOpen = erasure !== null && erasure.state !== 'done' && erasure.state !== 'withdrawn'
  return (
    <Page>
      <PageHead
        title={t('clientTitle')}
        context={<Link to={`/clientes/${client.id}`}>{`${client.name} · ${client.cvl}`}</Link>}
      />
      {client.erasedAt ? (
        <Section title={t('states.done')} description={t('doneLead', { date: format.dateTime(client.erasedAt) })} />
      ) : (
        <>
          <ErasureObstacles plan={plan} />
          {isOpen && <OpenErasure plan={plan} erasure={erasure} />}
          <RetentionFacts plan={plan} />
          {!isOpen && mayRequest && plan.obstacles.length === 0 && <RequestForm plan={plan} />}
        </>
      )}
    </Page>
  )
}

/** The erasure of one client: what was asked for, what stands in the way, and from when on it may be done. */
export default function ClientErasureScreen() {
  const { t } = useTranslation('shell')
  const { clientId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getClientErasure, { params: { clientId } }))
  if (data) return <ErasurePage plan={data} />
  return <MissingRecord title={t('screens.clientErasure')} error={error} refetch={refetch} tiles={0} />
}
