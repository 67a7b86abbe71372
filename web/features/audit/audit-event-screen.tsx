import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { type AuditEvent, getAuditEvent } from '#contract/audit.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { buildRecordHref, useAuditTexts } from '#web/domain/audit-texts.ts'
import { PayloadDifferences } from '#web/domain/payload-differences.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { RecordNavigation } from '#web/ui/list/record-trail.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './audit.module.css'
import { renderSealedBadge } from './sealed-badge.tsx'
import { usePayloadTexts } from './use-payload-texts.ts'

const AuditFactSection = ({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) => (
  <Section title={title}>
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  </Section>
)

const AuditEventChanges = ({ event }: { event: AuditEvent }) => {
  const { t } = useTranslation('audit')
  const words = usePayloadTexts()
  return (
    <Section title={t('event.changes')}>
      <PayloadDifferences
        label={t('event.changes')}
        before={event.before}
        after={event.after}
        emptyText={t('event.none')}
        labels={words}
      />
    </Section>
  )
}

const AuditEventDetails = ({ event }: { event: AuditEvent }) => {
  const { t } = useTranslation('audit')
  const format = useFormatters()
  const words = useAuditTexts()
  const href = buildRecordHref(event)
  const record = [words.entity(event.entity), event.entityId].filter(Boolean).join(' ')
  return (
    <div className={layoutClasses.stack}>
      <PageHead
        title={t('event.title', { id: event.id })}
        context={`${words.action(event.action)} · ${format.dateTime(event.at)}`}
        action={<RecordNavigation />}
      />
      <AuditFactSection
        title={t('event.who')}
        facts={[
          [t('fields.person'), words.who(event)],
          [t('fields.cvl'), event.cvl],
          [t('fields.actingCvl'), event.actingCvl],
          [t('fields.action'), words.action(event.action)],
          [t('fields.entity'), record],
          [
            t('event.page'),
            href && (
              <Link key={href} to={href}>
                {t('event.open')}
              </Link>
            ),
          ],
        ]}
      />
      <AuditEventChanges event={event} />
      <AuditFactSection
        title={t('event.proof')}
        facts={[
          [t('fields.request'), event.requestId],
          [t('fields.address'), event.address],
          [t('fields.sealed'), renderSealedBadge(event.sealed, t(event.sealed ? 'sealed' : 'waiting'))],
          [t('event.position'), event.position],
          [t('event.sealedAt'), format.dateTime(event.sealedAt)],
        ]}
      />
    </div>
  )
}

/** One thing that was done: who, what, and what it changed. */
export default function AuditEventScreen() {
  const { t } = useTranslation(['audit', 'list', 'shell'])
  const { eventId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getAuditEvent, { params: { eventId } }))
  if (data) return <AuditEventDetails event={data} />
  return (
    <MissingRecord
      title={t('shell:screens.auditEvent')}
      failed={t('event.loadFailed')}
      error={error}
      refetch={refetch}
    />
  )
}
