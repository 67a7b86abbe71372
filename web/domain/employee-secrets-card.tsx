import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { EmployeeDetail } from '#contract/staff.ts'
import { useFormatters } from '#web/core/format.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ApprovalLink } from '#web/domain/approval-link.tsx'
import { FactCard } from '#web/ui/record-cards.tsx'
import { FailureMessage, Notice } from '#web/ui/status-messages.tsx'
import { formatBankNumber } from './bank-number.ts'
import classes from './employee-secrets-card.module.css'

type EmployeeSecrets = EmployeeDetail['secrets']

type Props = {
  /** Masked. */
  secrets: EmployeeSecrets
  /** A change of the accounts that waits for a second person. */
  waiting: EmployeeDetail['accountChange']
  /** Asks for them in clear, which the audit keeps; null for whoever may not. */
  show: (() => Promise<EmployeeSecrets>) | null
}

/** Which accounts are about to change, and who wants it. */
const PendingSecretsChange = ({ approvalId, makerName, madeAt, fields }: NonNullable<Props['waiting']>) => {
  const { t } = useTranslation('staff')
  const format = useFormatters()
  const seesStaff = usePermission('bt_RRHH', 'view')
  const names = fields.map((field) => t(`fields.${field}`)).join(', ')
  return (
    <div className={classes.waiting} role="status">
      <Notice>
        {t('detail.accountWaits', { fields: names, who: makerName ?? '–', at: format.dateTime(madeAt) })}{' '}
        {seesStaff && <ApprovalLink approvalId={approvalId}>{t('detail.openApproval')}</ApprovalLink>}
      </Notice>
    </div>
  )
}

/** Numbers that are shown masked until somebody asks who may. The screen loads the texts 'staff'. */
export const EmployeeSecretsCard = ({ secrets, waiting, show }: Props) => {
  const { t } = useTranslation('staff')
  const shown = useMutation({ mutationFn: async () => show?.() })
  const values = shown.data ?? secrets
  const some = Object.values(secrets).some((value) => value !== null)
  const text = (value: string | null) =>
    value && <span translate="no">{shown.data ? formatBankNumber(value) : value}</span>
  return (
    <FactCard
      title={t('groups.banking')}
      facts={[
        [t('fields.iban'), text(values.iban)],
        [t('fields.payrollAccount'), text(values.payrollAccount)],
        [t('fields.socialSecurityNumber'), text(values.socialSecurityNumber)],
      ]}
    >
      {waiting && <PendingSecretsChange {...waiting} />}
      {show && some && (
        <div className={classes.below}>
          <span className={classes.muted}>{t('detail.showLead')}</span>
          <Button
            variant="default"
            disabled={shown.isPending}
            onClick={() => (shown.data ? shown.reset() : shown.mutate())}
          >
            {t(shown.data ? 'detail.hide' : 'detail.show')}
          </Button>
        </div>
      )}
      <div className={classes.failed}>
        <FailureMessage of={shown.error} />
      </div>
    </FactCard>
  )
}
