import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { listInfoFormGroups } from '#contract/info-forms/fields.ts'
import {
  type ClientInfoForm,
  getInfoForm,
  type InfoFormContent,
  type InfoFormRequest,
  type InfoFormVersion,
} from '#contract/info-forms.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { InfoFormBadge } from '#web/domain/client-badges.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { type ResultMessages, useResultMessage } from '#web/ui/use-result-message.ts'
import { InfoFormActions } from './info-form-actions.tsx'
import { InfoFormHistory } from './info-form-history.tsx'
import classes from './info-forms.module.css'
import { useInfoFormTexts } from './use-info-form-texts.ts'

/** Comes with the first answer. */
const LazyReviewDialog = lazy(() => import('./review-dialog.tsx'))

export const buildInfoFormQuery = (clientId: string) => buildPartQuery(getInfoForm, { params: { clientId } })

/** What a version says, group by group. */
const InfoFormFacts = ({ kind, content }: { kind: ClientInfoForm['kind']; content: InfoFormContent }) => {
  const { getGroupTitle, getLabel, formatValue } = useInfoFormTexts(kind)
  return (
    <div className={classes.groups}>
      {listInfoFormGroups(kind).map(({ group, fields }) => (
        <div key={group} className={classes.group}>
          <h3 className={textClasses.smallTitle}>{getGroupTitle(group)}</h3>
          <dl className={classes.facts}>
            {fields.map((field) => (
              <div key={field}>
                <dt>{getLabel(field)}</dt>
                <dd data-empty={content[field] === null || undefined}>{formatValue(field, content[field])}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  )
}

/** The link that is out: since when, until when, and what has come of it. */
const OpenRequest = ({ request }: { request: InfoFormRequest }) => {
  const { t } = useTranslation('info-forms')
  const format = useFormatters()
  const { sentAt, recipient, expiresAt, viewedAt, mail } = request
  const isExpired = Date.parse(expiresAt) <= Date.now()
  const dates = { date: format.dateTime(sentAt), until: format.dateTime(expiresAt), recipient }
  return (
    <p className={classes.muted}>
      {[
        t(isExpired ? 'open.expired' : 'open.waiting', dates),
        viewedAt ? t('open.viewed', { date: format.dateTime(viewedAt) }) : t(`open.mail.${mail}`),
      ].join(' · ')}
    </p>
  )
}

type AnswerProps = { form: ClientInfoForm; open: InfoFormVersion; messages: ResultMessages }

/** An answer that waits, and the way to look through it. */
const WaitingAnswer = ({ form, open, messages }: AnswerProps) => {
  const { t } = useTranslation('info-forms')
  const format = useFormatters()
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const [isReviewing, setReviewing] = useState(false)
  const request = open.requests.find(({ answers }) => answers !== null)
  if (!request?.answers) return null
  return (
    <Notice>
      <div className={layoutClasses.line}>
        <span>{t('review.notice', { date: format.dateTime(request.answeredAt) })}</span>
        {mayEdit && (
          <Button size="xs" onClick={() => setReviewing(true)}>
            {t('review.action')}
          </Button>
        )}
      </div>
      <Suspense>
        {isReviewing && (
          <LazyReviewDialog
            form={form}
            content={open.content}
            request={{ ...request, answers: request.answers }}
            onDone={(text) => messages.show({ text })}
            onClose={() => setReviewing(false)}
          />
        )}
      </Suspense>
    </Notice>
  )
}

const InfoFormBody = ({ form, messages }: { form: ClientInfoForm; messages: ResultMessages }) => {
  const { t } = useTranslation('info-forms')
  const format = useFormatters()
  const { kind, status, statusOn, barrier, versions } = form
  const open = versions.find(({ state }) => state !== 'complete')
  const complete = versions.find(({ state }) => state === 'complete')
  const shown = complete ?? open
  const waiting = open?.requests.find(({ answeredAt, endedAt }) => answeredAt === null && endedAt === null)
  const renewing = open && { date: format.dateTime(open.changedAt), name: open.changedByName ?? '–' }
  return (
    <>
      <div className={layoutClasses.line}>
        <InfoFormBadge status={status} />
        {statusOn && (
          <span className={classes.muted}>
            {t(status === 'complete' || status === 'answered' ? 'onComplete' : 'on', { date: format.date(statusOn) })}
          </span>
        )}
      </div>
      <InfoFormActions form={form} shown={shown} messages={messages} />
      <ResultMessage messages={messages} />
      {barrier && <p className={classes.muted}>{t(`barriers.${barrier}`)}</p>}
      {open && <WaitingAnswer form={form} open={open} messages={messages} />}
      {waiting && <OpenRequest request={waiting} />}
      {complete && renewing && (
        <p className={classes.muted}>{open.state === 'sent' ? t('renewingSent') : t('renewing', renewing)}</p>
      )}
      {shown ? (
        <InfoFormFacts kind={kind} content={shown.content} />
      ) : (
        <EmptyState title={status === 'missing' ? t('none') : t('beforeRecords')} hint={t('noneHint')} />
      )}
      <InfoFormHistory form={form} />
    </>
  )
}

/** What the client says of their work, money, home and family: fill in, send, look through, print. */
export const InfoFormSection = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation('info-forms')
  const messages = useResultMessage()
  const { data, error, refetch } = useQuery(buildInfoFormQuery(clientId))
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <Section id="info-form" title={t('title')} description={t(data.kind === 'company' ? 'companyLead' : 'lead')}>
      <InfoFormBody form={data} messages={messages} />
    </Section>
  )
}
