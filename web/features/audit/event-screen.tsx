import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type AuditEvent, getAuditEvent } from '#contract/audit.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { recordHref, useAuditWords } from '#web/domain/audit-words.ts'
import { Differences } from '#web/domain/differences.tsx'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './audit.module.css'
import { sealedBadge } from './sealed-badge.tsx'
import { usePayloadWords } from './use-payload-words.ts'

const Facts = ({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) => (
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

const Changes = ({ event }: { event: AuditEvent }) => {
  const { t } = useTranslation('audit')
  const words = usePayloadWords()
  return (
    <Section title={t('event.changes')}>
      <Differences
        label={t('event.changes')}
        before={event.before}
        after={event.after}
        none={t('event.none')}
        words={words}
      />
    </Section>
  )
}

const Event = ({ event }: { event: AuditEvent }) => {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const words = useAuditWords()
  const href = recordHref(event)
  const record = [words.entity(event.entity), event.entityId].filter(Boolean).join(' ')
  return (
    <div className={classes.screen}>
      <PageHead
        title={t('event.title', { id: event.id })}
        context={`${words.action(event.action)} · ${format.dateTime(event.at)}`}
        action={<RecordTrail />}
      />
      <Facts
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
      <Changes event={event} />
      <Facts
        title={t('event.proof')}
        facts={[
          [t('fields.request'), event.requestId],
          [t('fields.address'), event.address],
          [t('fields.sealed'), sealedBadge(event.sealed, t(event.sealed ? 'sealed' : 'waiting'))],
          [t('event.position'), event.position],
          [t('event.sealedAt'), format.dateTime(event.sealedAt)],
        ]}
      />
    </div>
  )
}

/** One thing that was done: who, what, and what it changed. */
export default function EventScreen() {
  const { t } = useTranslation(['audit', 'list', 'shell'])
  const { eventId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getAuditEvent, { params: { eventId } }))
  if (data) return <Event event={data} />
  return (
    <NoRecord title={t('shell:screens.auditEvent')} failed={t('event.loadFailed')} error={error} refetch={refetch} />
  )
}
