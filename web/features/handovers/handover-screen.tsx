import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { getHandover, type HandoverDetail, handoverOutcomes, listHandoverClients } from '#contract/handovers.ts'
import { useFormat } from '#web/core/format.ts'
import { read } from '#web/core/query.ts'
import { Amount, amountOf } from '#web/domain/amount.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { type Fact, FactGrid } from '#web/ui/fact-grid.tsx'
import type { Column, FilterChoices } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { RecordTrail } from '#web/ui/list/trail.tsx'
import { NoRecord } from '#web/ui/no-record.tsx'
import { Page } from '#web/ui/page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { HandoverActions } from './handover-actions.tsx'
import { HandoverSteps } from './handover-steps.tsx'
import classes from './handovers.module.css'
import { stateBadge } from './state-badge.tsx'

type List = typeof listHandoverClients

const useFilters = (): FilterChoices<List> => {
  const { t } = useTranslation('handovers')
  return useMemo(
    () => ({
      outcome: {
        control: 'select',
        label: t('fields.outcome'),
        pinned: true,
        options: handoverOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      },
    }),
    [t],
  )
}

const useColumns = (): readonly Column<List>[] => {
  const { t } = useTranslation('handovers')
  const format = useFormat()
  return useMemo(
    () => [
      { key: 'fullName', label: t('fields.client'), phone: 1 },
      { key: 'cvl', label: t('fields.cvl') },
      { key: 'fromName', label: t('fields.from'), cell: (name) => name ?? t('nobody') },
      {
        key: 'outcome',
        label: t('fields.outcome'),
        phone: 2,
        cell: (outcome) => (outcome ? t(`outcomes.${outcome}`) : '–'),
      },
      {
        key: 'capital',
        label: t('fields.capital'),
        align: 'end',
        phone: 3,
        cell: (amount) => amountOf(format, amount),
        total: ({ capital }) => amountOf(format, capital),
      },
    ],
    [t, format],
  )
}

const hrefOf = ({ id }: { id: string }): string => `/clientes/${id}`

const Clients = ({ handover: { id, hidden } }: { handover: HandoverDetail }) => {
  const { t } = useTranslation('handovers')
  const format = useFormat()
  const params = useMemo(() => ({ handoverId: id }), [id])
  return (
    <Section
      title={t('clients.title')}
      {...(hidden > 0 && { lead: t('clients.hidden', { count: hidden, total: format.number(hidden) }) })}
    >
      <ListView
        list={listHandoverClients}
        params={params}
        label={t('clients.title')}
        filters={useFilters()}
        columns={useColumns()}
        rowHref={hrefOf}
        empty={t('clients.empty')}
      />
    </Section>
  )
}

const Facts = ({ handover }: { handover: HandoverDetail }) => {
  const { t } = useTranslation('handovers')
  const format = useFormat()
  const { fromName, givers, toName, role, effectiveOn, clients, capital, reason, moved, changed, undone, kept } =
    handover
  const counts = { moved, changed, undone, kept }
  const facts: readonly Fact[] = [
    [t('fields.from'), fromName ?? (givers > 0 ? t('people', { count: givers }) : t('nobody'))],
    [t('fields.to'), toName],
    [t('fields.role'), t(`roles.${role}`)],
    [t('fields.effectiveOn'), format.date(effectiveOn)],
    [t('fields.clients'), format.number(clients)],
    [t('fields.capital'), <Amount key="capital" value={capital} />],
    ...handoverOutcomes.flatMap((outcome) =>
      counts[outcome] > 0 ? [[t(`outcomes.${outcome}`), format.number(counts[outcome])] as const] : [],
    ),
    [t('fields.reason'), reason, 'wide'],
  ]
  return (
    <Section title={t('detail.what')}>
      <FactGrid facts={facts} />
    </Section>
  )
}

const Handover = ({ handover, onChange }: { handover: HandoverDetail; onChange: () => Promise<unknown> }) => {
  const { t } = useTranslation('handovers')
  const format = useFormat()
  const { id, state, toName, clients } = handover
  return (
    <Page>
      <PageHead
        title={t('detail.title', { id })}
        context={t('detail.context', { count: clients, total: format.number(clients), name: toName })}
        action={<RecordTrail />}
      >
        <div className={classes.actions}>
          {stateBadge(state, t(`states.${state}`))}
          <HandoverActions handover={handover} onChange={onChange} />
        </div>
      </PageHead>
      <Facts handover={handover} />
      <HandoverSteps handover={handover} />
      <Clients handover={handover} />
      <RecordHistory entity="handover" recordId={id} />
    </Page>
  )
}

/** One handover: what it is about, how it came about, its clients, and what can be done with it now. */
export default function HandoverScreen() {
  const { t } = useTranslation(['handovers', 'list', 'shell'])
  const { handoverId = '' } = useParams()
  const { data, error, refetch } = useQuery(read(getHandover, { params: { handoverId } }))
  if (data) return <Handover handover={data} onChange={refetch} />
  return <NoRecord title={t('shell:screens.handover')} error={error} refetch={refetch} />
}
