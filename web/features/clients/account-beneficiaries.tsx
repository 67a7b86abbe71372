import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import {
  type Beneficiary,
  type BeneficiaryDesignation,
  getAccountBeneficiaries,
} from '#contract/account-beneficiaries.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildPartQuery } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { ResultMessage } from '#web/ui/result-message.tsx'
import { useResultMessage } from '#web/ui/use-result-message.ts'
import classes from './clients.module.css'

/** Comes with the first change. */
const LazyBeneficiariesDialog = lazy(() => import('./beneficiaries-dialog.tsx'))

type AccountLocation = { clientId: string; accountId: string }

export const buildBeneficiariesQuery = ({ clientId, accountId }: AccountLocation) =>
  buildPartQuery(getAccountBeneficiaries, { params: { clientId, accountId } })

/** A client whom the reader sees, by their page; of others the name, and what they are known by. */
const BeneficiaryName = ({ beneficiary }: { beneficiary: Beneficiary }) => {
  const { t } = useTranslation(['account-beneficiaries', 'client-data'])
  const { clientId, cvl, name, isClient, identityKind, identityNumber } = beneficiary
  const document = identityKind && `${t(`client-data:documents.${identityKind}`)} ${identityNumber ?? ''}`
  return (
    <>
      {clientId ? <Link to={`/clientes/${clientId}`}>{name}</Link> : name}
      <span className={classes.beneath}>{isClient ? (cvl ?? t('outside')) : (document ?? t('noClient'))}</span>
    </>
  )
}

const DesignationTable = ({ designation, label }: { designation: BeneficiaryDesignation; label: string }) => {
  const { t } = useTranslation('account-beneficiaries')
  const format = useFormatters()
  const columns: readonly RowColumn<Beneficiary, never>[] = [
    {
      key: 'name',
      label: t('person'),
      phone: 1,
      cell: (_, beneficiary) => <BeneficiaryName beneficiary={beneficiary} />,
    },
    { key: 'relationship', label: t('relationship'), phone: 2 },
    { key: 'share', label: t('share'), align: 'end', phone: 3, cell: (share) => format.rate(share) },
  ]
  const { validFrom, validTo, designatedAt, designatedByName, beneficiaries } = designation
  const facts = { from: format.date(validFrom), name: designatedByName ?? '–', at: format.dateTime(designatedAt) }
  return (
    <>
      <p className={classes.muted}>
        {validTo === null ? t('since', facts) : t('period', { ...facts, to: format.date(validTo) })}
      </p>
      <DataTable label={label} columns={columns} rows={beneficiaries} dense />
    </>
  )
}

/** Who receives what is in the account after the death of its holder, and who was designated before. */
export const AccountBeneficiaries = ({ clientId, accountId }: AccountLocation) => {
  const { t } = useTranslation('account-beneficiaries')
  const format = useFormatters()
  const headingId = useId()
  const messages = useResultMessage()
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery(buildBeneficiariesQuery({ clientId, accountId }))
  const past = data?.past ?? []
  return (
    <section id="beneficiaries" tabIndex={-1} className={classes.part} aria-labelledby={headingId}>
      <div className={layoutClasses.ends}>
        <h2 id={headingId} className={classes.cardTitle}>
          {t('title')}
        </h2>
        {data?.mayChange && (
          <Button variant="default" size="xs" onClick={() => setEditing(true)}>
            {t(data.current ? 'edit' : 'add')}
          </Button>
        )}
      </div>
      <ResultMessage messages={messages} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.current && <DesignationTable designation={data.current} label={t('title')} />}
      {data && !data.current && <p className={classes.muted}>{t('none')}</p>}
      {past.length > 0 && (
        <details className={classes.ended}>
          <summary>{t('history', { count: past.length })}</summary>
          {past.map((designation) => (
            <div key={designation.version} className={classes.part}>
              <DesignationTable
                designation={designation}
                label={`${t('title')} ${format.date(designation.validFrom)} (${designation.version})`}
              />
            </div>
          ))}
        </details>
      )}
      {isEditing && data && (
        <Suspense>
          <LazyBeneficiariesDialog
            place={{ clientId, accountId }}
            current={data.current}
            onDone={(text) => messages.show({ text })}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
