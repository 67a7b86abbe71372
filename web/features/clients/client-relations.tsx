import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import {
  type ClientHousehold,
  type ClientRelation,
  getClientRelations,
  removeClientRelation,
} from '#contract/client-relations.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Amount } from '#web/domain/amount.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { RowMenuButton } from '#web/ui/list/row-menu-button.tsx'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './clients.module.css'

/** Comes with the first relation that is noted or ended. */
const LazyRelationDialogs = lazy(() => import('./relation-dialogs.tsx'))

export const buildClientRelationsQuery = (clientId: string) =>
  buildPartQuery(getClientRelations, { params: { clientId } })

/** A client whom the reader sees, by their page; of another one the name. */
const RelatedName = ({ other }: Pick<ClientRelation, 'other'>) => {
  const { t } = useTranslation('client-relations')
  return (
    <>
      {other.id ? <Link to={`/clientes/${other.id}`}>{other.name}</Link> : other.name}
      <span className={classes.beneath}>{other.cvl ?? t('outside')}</span>
    </>
  )
}

type HouseholdSums = Pick<ClientHousehold, 'capital' | 'balance'>
type Member = ClientHousehold['members'][number]
/** `id` is the row's: a member outside the scope has none of their own. */
type MemberRow = Pick<Member, 'kind' | 'capital' | 'balance'> & { id: string; member: Member }

/** What the client and their family hold together. */
const Household = ({ household }: { household: ClientHousehold }) => {
  const { t } = useTranslation('client-relations')
  const headingId = useId()
  const columns: readonly RowColumn<MemberRow, HouseholdSums>[] = [
    { key: 'member', label: t('member'), phone: 1, cell: (member) => <RelatedName other={member} /> },
    { key: 'kind', label: t('kind'), phone: 2, cell: (kind) => t(kind === null ? 'self' : `kinds.${kind}`) },
    {
      key: 'capital',
      label: t('capital'),
      align: 'end',
      cell: (amount) => (amount ? <Amount value={amount} /> : '–'),
      total: ({ capital }) => <Amount value={capital} />,
    },
    {
      key: 'balance',
      label: t('balance'),
      align: 'end',
      phone: 3,
      cell: (amount) => (amount ? <Amount value={amount} /> : '–'),
      total: ({ balance }) => <Amount value={balance} />,
    },
  ]
  const rows = household.members.map((member, at): MemberRow => {
    const { kind, capital, balance } = member
    return { id: String(at), member, kind, capital, balance }
  })
  return (
    <section className={classes.part} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.cardTitle}>
        {t('household')}
      </h3>
      <p className={classes.muted}>{t('householdLead')}</p>
      <DataTable
        label={t('household')}
        columns={columns}
        rows={rows}
        totals={{ capital: household.capital, balance: household.balance }}
      />
      {household.hidden > 0 && <p className={classes.muted}>{t('hidden', { count: household.hidden })}</p>}
    </section>
  )
}

type RelationColumns = readonly RowColumn<ClientRelation, never>[]

const useRelationColumns = (): RelationColumns => {
  const { t } = useTranslation('client-relations')
  const format = useFormatters()
  return [
    { key: 'other', label: t('other'), phone: 1, cell: (other) => <RelatedName other={other} /> },
    { key: 'kind', label: t('kind'), phone: 2, cell: (kind) => t(`kinds.${kind}`) },
    { key: 'since', label: t('since'), cell: (day) => (day ? format.date(day) : '–') },
    { key: 'until', label: t('until'), phone: 3, cell: (day) => (day ? format.date(day) : t('lasts')) },
  ]
}

/** Family and companies of a client, and what the household holds. */
export const ClientRelations = ({ clientId }: { clientId: string }) => {
  const { t } = useTranslation('client-relations')
  const headingId = useId()
  const mayEdit = usePermission('bt_Clientes', 'edit')
  const messages = useResultMessage()
  const removal = useAction()
  const [dialog, setDialog] = useState<{ ends: ClientRelation | null } | null>(null)
  const [removing, setRemoving] = useState<ClientRelation | null>(null)
  const { data, error, refetch } = useQuery(buildClientRelationsQuery(clientId))
  const columns = useRelationColumns()
  const relations = data?.relations ?? []
  const actions: RelationColumns = [
    {
      key: 'id',
      label: t('end'),
      phone: 'beside',
      isActions: true,
      cell: (_, relation) => (
        <RowMenuButton
          label={relation.other.name}
          listActions={() => [
            ...(relation.until === null
              ? [{ key: 'end', label: t('end'), run: () => setDialog({ ends: relation }) }]
              : []),
            { key: 'remove', label: t('remove'), run: () => setRemoving(relation) },
          ]}
        />
      ),
    },
  ]
  const remove = ({ id }: ClientRelation) =>
    removal.run(async () => {
      await callEndpoint(removeClientRelation, { params: { clientId, relationId: id } }, { refreshOnRefusal: true })
      messages.show({ text: t('removed') })
    })
  return (
    <section id="relations" tabIndex={-1} className={`${classes.part} ${classes.partCard}`} aria-labelledby={headingId}>
      <div className={layoutClasses.ends}>
        <h2 id={headingId} className={classes.cardTitle}>
          {t('title')}
        </h2>
        {mayEdit && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setDialog({ ends: null })}
          >
            {t('add')}
          </Button>
        )}
      </div>
      <ResultMessage messages={messages} />
      {removal.failure !== null && <ErrorState error={removal.failure} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && relations.length === 0 && <p className={classes.muted}>{t('none')}</p>}
      {relations.length > 0 && (
        <DataTable label={t('title')} columns={mayEdit ? [...columns, ...actions] : columns} rows={relations} />
      )}
      {data?.household && <Household household={data.household} />}
      {dialog && (
        <Suspense>
          <LazyRelationDialogs
            clientId={clientId}
            {...dialog}
            onDone={(text) => messages.show({ text })}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
      {removing && (
        <ConfirmDialog
          title={t('removeTitle', { name: removing.other.name })}
          text={t('removeText')}
          action={t('remove')}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  )
}
