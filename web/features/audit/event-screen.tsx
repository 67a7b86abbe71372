import { IconCircleDashed, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type AuditEvent, getAuditEvent } from '#contract/audit.ts'
import { CallError } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { recordHref, useAuditWords } from '#web/domain/audit-words.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './audit.module.css'
import { type Difference, differencesOf } from './differences.ts'
import { sealedBadge } from './sealed-badge.tsx'

const looks = {
  added: ['pos', IconPlus],
  removed: ['neg', IconMinus],
  changed: ['info', IconPencil],
  same: ['muted', IconCircleDashed],
} as const

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
  const value = (text: string | undefined) => <span className={classes.value}>{text ?? '–'}</span>
  const columns: readonly ColumnFor<Difference, never>[] = [
    { key: 'field', label: t('event.field'), phone: 1 },
    {
      key: 'change',
      label: t('event.change'),
      cell: (change) => {
        const [tone, icon] = looks[change]
        return <StatusBadge tone={tone} icon={icon} label={t(`differences.${change}`)} />
      },
    },
    { key: 'before', label: t('event.before'), phone: 2, cell: value },
    { key: 'after', label: t('event.after'), phone: 3, cell: value },
  ]
  const rows = differencesOf(event.before, event.after)
  return (
    <Section title={t('event.changes')}>
      {rows.length > 0 ? (
        <DataTable label={t('event.changes')} columns={columns} rows={rows} />
      ) : (
        <p className={classes.muted}>{t('event.none')}</p>
      )}
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
  if (!error) return <div className={classes.bones} role="status" aria-label={t('list:loading')} />
  const missing = error instanceof CallError && error.status === 404
  return (
    <div className={classes.screen}>
      <PageHead title={missing ? t('shell:screens.auditEvent') : t('event.loadFailed')} />
      <ErrorState error={error} {...(!missing && { onRetry: () => void refetch() })} />
    </div>
  )
}
