import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endSubstitution, listSubstitutions, type Substitution } from '#contract/approvals/substitutions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Section } from '#web/ui/section.tsx'
import { FailureMessage, SuccessMessage } from '#web/ui/status-messages.tsx'
import textClasses from '#web/ui/text.module.css'
import { ApprovalTabs } from './approval-tabs.tsx'
import classes from './approvals.module.css'
import { SubstitutionForm } from './substitution-form.tsx'

const substitutionsQuery = buildQueryOptions(listSubstitutions, {})
const substitutionBadgeStyles = {
  coming: processStateStyles.scheduled,
  current: processStateStyles.underWay,
  over: processStateStyles.past,
} as const

type SubstitutionTableProps = { rows: Substitution[]; onEnd: (substitution: Substitution) => void }

const SubstitutionTable = ({ rows, onEnd }: SubstitutionTableProps) => {
  const { t } = useTranslation('approvals')
  const format = useFormatters()
  const columns: readonly RowColumn<Substitution, never>[] = [
    { key: 'absentName', label: t('substitutions.absent'), phone: 1 },
    { key: 'substituteName', label: t('substitutions.substitute'), phone: 2 },
    {
      key: 'fromOn',
      label: t('substitutions.dates'),
      cell: (_, { fromOn, toOn }) => t('substitutions.range', { from: format.date(fromOn), to: format.date(toOn) }),
    },
    { key: 'reason', label: t('substitutions.reason') },
    {
      key: 'state',
      label: t('substitutions.state'),
      phone: 3,
      cell: (state, row) => {
        const [tone, icon] = substitutionBadgeStyles[state]
        return (
          <span className={classes.rowEnd}>
            <StatusBadge tone={tone} icon={icon} label={t(`substitutions.states.${state}`)} />
            {row.mayEnd && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('substitutions.endNamed', { absent: row.absentName, substitute: row.substituteName })}
                onClick={() => onEnd(row)}
              >
                {t('substitutions.end')}
              </Button>
            )}
          </span>
        )
      },
    },
  ]
  if (rows.length === 0) return <p className={textClasses.lead}>{t('substitutions.none')}</p>
  return <DataTable label={t('tabs.substitutions')} columns={columns} rows={rows} />
}

/** Who decides for whom while they are away: as it is, as it was, and the way to name somebody. */
export default function SubstitutionsScreen() {
  const { t } = useTranslation(['approvals', 'shell', 'list'])
  const mayCreate = usePermission('bt_Aprobaciones', 'create')
  const inView = useSession((state) => state.session?.actingCvl != null)
  const { data, error, refetch } = useQuery(substitutionsQuery)
  const [ending, setEnding] = useState<Substitution | null>(null)
  const [successMessage, setSuccessMessage] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const changed = (words: string): void => {
    setFailure(null)
    setSuccessMessage(words)
  }
  const end = async ({ id }: Substitution): Promise<void> => {
    setSuccessMessage(null)
    try {
      await callEndpoint(endSubstitution, { params: { substitutionId: id } }, { refreshOnRefusal: true })
      changed(t('substitutions.ended'))
    } catch (reason) {
      setFailure(reason)
    }
  }
  return (
    <div className={classes.screen}>
      <PageHead title={t('shell:screens.substitutions')} context={t('shell:screens.approvals')} />
      <ApprovalTabs current="substitutions" />
      <p className={textClasses.lead}>{t('substitutions.lead')}</p>
      <SuccessMessage>{successMessage}</SuccessMessage>
      <FailureMessage of={failure} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />}
      {data && (
        <Section title={t('tabs.substitutions')}>
          <SubstitutionTable rows={data.substitutions} onEnd={setEnding} />
        </Section>
      )}
      {data && mayCreate && !inView && (
        <SubstitutionForm
          onCreated={(names, waits) =>
            void changed(waits ? t('substitutions.waits', names) : t('substitutions.created', names))
          }
        />
      )}
      {ending && (
        <ConfirmDialog
          title={t('substitutions.endTitle', { absent: ending.absentName })}
          text={t('substitutions.endText', { substitute: ending.substituteName })}
          action={t('substitutions.end')}
          onConfirm={() => void end(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </div>
  )
}
