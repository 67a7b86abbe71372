import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { listAccountMovements, movementKinds, printAccountStatement } from '#contract/clients/client.ts'
import { isRelativeDay } from '#contract/core/relative-day.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { InOutSums } from '#web/domain/in-out-sums.tsx'
import { useListColumns } from '#web/domain/use-list-columns.tsx'
import { PdfButton } from '#web/ui/export/pdf-button.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { readListState } from '#web/ui/list/list-url-state.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import classes from './clients.module.css'
import { JournalDialog } from './journal-dialog.tsx'

/** The movements of an account, newest first, each with the balance that it left. */
export const AccountMovements = ({ number, ...params }: { clientId: string; accountId: string; number: string }) => {
  const { t } = useTranslation(['clients', 'client'])
  const maySeeEntry = usePermission('bt_Contabilidad', 'view')
  const mayExport = usePermission('bt_Clientes', 'export')
  const today = useSession((state) => state.session?.businessDate)
  const [address] = useSearchParams()
  // The days that the list shows are those of the paper.
  const { from, to } = readListState(listAccountMovements, address).filters
  const [opened, setOpened] = useState<string | null>(null)
  const columns = useListColumns(listAccountMovements, [
    { key: 'bookingDate', phone: 2 },
    { key: 'valueDate', optional: true },
    {
      key: 'kind',
      phone: 1,
      cell: (_, { id, correction }, word) => (
        <>
          {maySeeEntry ? (
            <UnstyledButton className={classes.entryButton} onClick={() => setOpened(id)}>
              {word}
            </UnstyledButton>
          ) : (
            word
          )}
          {correction && <span className={classes.correction}>{t(`movements.corrections.${correction}`)}</span>}
        </>
      ),
    },
    { key: 'description', optional: true },
    { key: 'amount', phone: 3, total: (sums) => <InOutSums {...sums} /> },
    'balanceAfter',
  ])
  return (
    <section className={classes.part} aria-labelledby="movements">
      <div className={layoutClasses.ends}>
        <h2 id="movements" className={classes.cardTitle}>
          {t('movements.title')}
        </h2>
        {mayExport && (
          <PdfButton
            endpoint={printAccountStatement}
            sent={{ params, query: { ...(from && { from }), ...(to && { to }) } }}
            file={`${t('client:statement.title', { number })} ${to && !isRelativeDay(to) ? to : today}`}
            label={t('client:statement.action')}
          />
        )}
      </div>
      <ListView
        list={listAccountMovements}
        params={params}
        label={t('movements.title')}
        empty={t('movements.empty')}
        emptyHint={t('movements.emptyHint')}
        filters={{
          kind: {
            control: 'select',
            label: t('movements.kind'),
            alwaysShown: true,
            options: movementKinds.map((value) => ({ value, label: t(`movements.kinds.${value}`) })),
          },
          from: {
            control: 'dateRange',
            to: 'to',
            endLabels: [t('movements.from'), t('movements.to')],
            alwaysShown: true,
          },
          to: { control: 'rangeEnd' },
        }}
        columns={columns}
      />
      {opened && <JournalDialog {...params} journalId={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}
