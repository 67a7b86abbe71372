import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { getHandover, type HandoverDetail, handoverOutcomes, listHandoverClients } from '#contract/handovers.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { RecordHistory } from '#web/domain/record-history.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { FactGrid, type LabelledFact } from '#web/ui/fact-grid.tsx'
import type { FilterChoices, ScreenColumns } from '#web/ui/list/list-types.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import { MissingRecord } from '#web/ui/missing-record.tsx'
import { RecordPage } from '#web/ui/record-page.tsx'
import { Section } from '#web/ui/section.tsx'
import { HandoverActions } from './handover-actions.tsx'
import { renderHandoverBadge } from './handover-badge.tsx'
import { HandoverSteps } from './handover-steps.tsx'

type HandoverClientList = typeof listHandoverClients

const useHandoverClientFilters = (): FilterChoices<HandoverClientList> => {
  const { t } = useTranslation('handovers')
  return useMemo(
    () => ({
      outcome: {
        control: 'select',
        label: t('fields.outcome'),
        alwaysShown: true,
        options: handoverOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
      },
    }),
    [t],
  )
}

const useHandoverClientColumns = () => {
  const { t } = useTranslation('handovers')
  return useListColumns(
    listHandoverClients,
    useMemo(
      (): ScreenColumns<HandoverClientList> => [
        { key: 'fullName', phone: 1 },
        'cvl',
        { key: 'fromName', cell: (name) => name ?? t('nobody') },
        { key: 'outcome', phone: 2 },
        { key: 'capital', phone: 3 },
      ],
      [t],
    ),
  )
}

const buildClientHref = ({ id }: { id: string }): string => `/clientes/${id}`

const HandoverClients = ({ handover: { id, hidden, clients } }: { handover: HandoverDetail }) => {
  const { t } = useTranslation('handovers')
  const format = useFormatters()
  const params = useMemo(() => ({ handoverId: id }), [id])
  return (
    <Section
      title={t('clients.title')}
      {...(hidden > 0 && { description: t('clients.hidden', { count: hidden, total: format.number(hidden) }) })}
    >
      <ListView
        list={listHandoverClients}
        params={params}
        label={t('clients.title')}
        expectedRows={clients - hidden}
        filters={useHandoverClientFilters()}
        columns={useHandoverClientColumns()}
        rowHref={buildClientHref}
        empty={t('clients.empty')}
        emptyHint={t('clients.emptyHint')}
      />
    </Section>
  )
}

const HandoverFacts = ({ handover }: { handover: HandoverDetail }) => {
  const { t } = useTranslation('handovers')
  const format = useFormatters()
  const { fromName, givers, toName, role, effectiveOn, clients, capital, reason, moved, changed, undone, kept } =
    handover
  const counts = { moved, changed, undone, kept }
  const facts: readonly LabelledFact[] = [
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

const HandoverDetails = ({ handover }: { handover: HandoverDetail }) => {
  const { t } = useTranslation('handovers')
  const format = useFormatters()
  const { id, state, toName, clients } = handover
  return (
    <RecordPage
      title={t('detail.title', { id })}
      context={t('detail.context', { count: clients, total: format.number(clients), name: toName })}
      badges={renderHandoverBadge(state, t(`states.${state}`))}
      actions={<HandoverActions handover={handover} />}
      side={
        <>
          <HandoverFacts handover={handover} />
          <HandoverSteps handover={handover} />
        </>
      }
      history={<RecordHistory entity="handover" recordId={id} />}
    >
      <HandoverClients handover={handover} />
    </RecordPage>
  )
}

/** One handover: what it is about, how it came about, its clients, and what can be done with it now. */
export default function HandoverScreen() {
  const { t } = useTranslation(['handovers', 'list', 'shell'])
  const { handoverId = '' } = useParams()
  const { data, error, refetch } = useQuery(buildQueryOptions(getHandover, { params: { handoverId } }))
  if (data) return <HandoverDetails handover={data} />
  return <MissingRecord title={t('shell:screens.handover')} error={error} refetch={refetch} />
}
