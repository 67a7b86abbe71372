import type { EmployeeDetail } from '#contract/staff.ts'
import type staff from '#locales/es/staff.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { type EmployeeFormValues, listChangedFields, toEmployeeValues } from './employee-form-values.ts'
import classes from './staff.module.css'

type EmployeeFieldKey = keyof typeof staff.fields
const textKeyByField: Record<string, EmployeeFieldKey> = {
  officeId: 'office',
  subcompanyId: 'subcompany',
  supervisorId: 'supervisor',
}

type Props = { originalValues: EmployeeFormValues; currentEmployee: EmployeeDetail }

/** What somebody else has changed since this form was opened. Numbers that nobody sees here are not told. */
export const EditConflictNotice = ({ originalValues: begun, currentEmployee: theirs }: Props) => {
  const { t } = useTranslation('staff')
  const format = useFormatters()
  const now = toEmployeeValues(theirs, format)
  const { address, secrets: _, ...others } = now
  const all: Record<string, string> = { ...others, ...address }
  const words: Record<string, string> = {
    position: t(`positions.${theirs.position}`),
    officeId: theirs.officeName,
    subcompanyId: theirs.subcompanyName ?? '',
    supervisorId: theirs.supervisor?.name ?? '',
    employmentType: theirs.employmentType ? t(`employmentTypes.${theirs.employmentType}`) : '',
    maritalStatus: theirs.maritalStatus ? t(`maritalStatuses.${theirs.maritalStatus}`) : '',
    gender: theirs.gender ? t(`genders.${theirs.gender}`) : '',
    streetType: theirs.address.streetType ? t(`streetTypes.${theirs.address.streetType}`) : '',
  }
  const fields = listChangedFields(begun, now)
  return (
    <div className={classes.notice} role="alert">
      <p className={classes.line}>{t('form.conflict')}</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            {t('form.conflictLine', {
              field: t(`fields.${textKeyByField[field] ?? (field as EmployeeFieldKey)}`),
              value: (words[field] ?? all[field]) || '–',
            })}
          </li>
        ))}
        {fields.length === 0 && <li>{t('form.conflictNone')}</li>}
      </ul>
      <p className={classes.line}>{t('form.conflictGo')}</p>
    </div>
  )
}
