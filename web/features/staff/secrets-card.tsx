import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type EmployeeDetail, showEmployeeSecrets } from '#contract/staff.ts'
import { call } from '#web/core/call.ts'
import { useErrorText } from '#web/core/error-text.ts'
import { useCan } from '#web/core/session.ts'
import { Facts } from '#web/ui/facts.tsx'
import classes from './staff.module.css'
import { useStaffChanged } from './use-staff-changed.ts'

/** An IBAN as it is printed, in groups of four; other numbers as they are. */
const inFours = (text: string): string => (/^[A-Z]/.test(text) ? text.replace(/.{4}(?=.)/g, '$& ') : text)

/** Numbers that are shown masked until somebody who may change them asks, which the audit keeps. */
export const SecretsCard = ({ employee: { id, secrets } }: { employee: EmployeeDetail }) => {
  const { t } = useTranslation('staff')
  const textOf = useErrorText()
  const changed = useStaffChanged()
  const mayShow = useCan('bt_RRHH', 'edit')
  const shown = useMutation({
    mutationFn: () => call(showEmployeeSecrets, { params: { employeeId: id } }),
    onSuccess: changed,
  })
  const values = shown.data ?? secrets
  const some = Object.values(secrets).some((value) => value !== null)
  const text = (value: string | null) => value && <span translate="no">{shown.data ? inFours(value) : value}</span>
  return (
    <Facts
      title={t('groups.banking')}
      facts={[
        [t('fields.iban'), text(values.iban)],
        [t('fields.payrollAccount'), text(values.payrollAccount)],
        [t('fields.socialSecurityNumber'), text(values.socialSecurityNumber)],
      ]}
    >
      {mayShow && some && (
        <div className={`${classes.actions} ${classes.below}`}>
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
      <div role="alert">{shown.error && <p className={classes.failure}>{textOf(shown.error)}</p>}</div>
    </Facts>
  )
}
