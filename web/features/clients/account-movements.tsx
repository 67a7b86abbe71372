import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { listAccountMovements, movementKinds, printAccountStatement } from '#contract/clients/client.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { Amount } from '#web/domain/amount.tsx'
import { PdfButton } from '#web/ui/export/pdf-button.tsx'
import { readListState } from '#web/ui/list/list-url-state.ts'
import { ListView } from '#web/ui/list/list-view.tsx'
import classes from './clients.module.css'
import { JournalDialog } from './journal-dialog.tsx'

/** The movements of an account, newest first, each with the balance that it left. */
export const AccountMovements = ({ number, ...params }: { clientId: string; accountId: string; number: string }) => {
  const { t } = useTranslation(['clients', 'client'])
  const format = useFormatters()
  const maySeeEntry = usePermission('bt_Contabilidad', 'view')
  const mayExport = usePermission('bt_Clientes', 'export')
  const today = useSession((state) => state.session?.businessDate)
  const [address] = useSearchParams()
  // The days that the list shows are those of the paper.
  const { from, to } = readListState(listAccountMovements, address).filters
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <section className={classes.part} aria-labelledby="movements">
      <div className={classes.partHead}>
        <h2 id="movements" className={classes.cardTitle}>
          {t('movements.title')}
        </h2>
        {mayExport && (
          <PdfButton
            endpoint={printAccountStatement}
            sent={{ params, query: { ...(from && { from }), ...(to && { to }) } }}
            file={`${t('client:statement.title', { number })} ${to ?? today}`}
            label={t('client:statement.action')}
          />
        )}
      </div>
      <ListView
        list={listAccountMovements}
        params={params}
        label={t('movements.title')}
        empty={t('movements.empty')}
        filters={{
          kind: {
            control: 'select',
            label: t('movements.kind'),
            pinned: true,
            options: movementKinds.map((value) => ({ value, label: t(`movements.kinds.${value}`) })),
          },
          from: { control: 'date', label: t('movements.from'), pinned: true },
          to: { control: 'date', label: t('movements.to'), pinned: true },
        }}
        columns={[
          { key: 'bookingDate', label: t('movements.bookingDate'), phone: 2, cell: format.date },
          { key: 'valueDate', label: t('movements.valueDate'), optional: true, cell: format.date },
          {
            key: 'kind',
            label: t('movements.kind'),
            phone: 1,
            cell: (kind, { id, correction }) => (
              <>
                {maySeeEntry ? (
                  <UnstyledButton className={classes.entryButton} onClick={() => setOpened(id)}>
                    {t(`movements.kinds.${kind}`)}
                  </UnstyledButton>
                ) : (
                  t(`movements.kinds.${kind}`)
                )}
                {correction && <span className={classes.correction}>{t(`movements.corrections.${correction}`)}</span>}
              </>
            ),
          },
          {
            key: 'description',
            label: t('movements.description'),
            total: ({ moneyIn, moneyOut }) => (
              <span className={classes.inOut}>
                <span>
                  {t('movements.moneyIn')} <Amount value={moneyIn} />
                </span>
                <span>
                  {t('movements.moneyOut')} <Amount value={moneyOut} />
                </span>
              </span>
            ),
          },
          {
            key: 'amount',
            label: t('movements.amount'),
            align: 'end',
            phone: 3,
            cell: (amount) => <Amount value={amount} />,
          },
          {
            key: 'balanceAfter',
            label: t('movements.balanceAfter'),
            align: 'end',
            cell: (amount) => <Amount value={amount} />,
          },
        ]}
      />
      {opened && <JournalDialog {...params} journalId={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}
