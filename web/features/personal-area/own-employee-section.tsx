import { useQuery } from '@tanstack/react-query'
import { getOwnEmployeeRecord, type OwnEmployeeRecord, revealOwnSensitiveData } from '#contract/personal-area.ts'
import { callEndpoint } from '#web/core/call.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { EmployeePersonalFacts, EmployeeWorkFacts } from '#web/domain/employee-facts.tsx'
import { EmployeeSecretsCard } from '#web/domain/employee-secrets-card.tsx'
import { EmployeePictureControl } from '#web/domain/picture-control.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import { CardGrid } from '#web/ui/record-cards.tsx'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import { OwnDataForm } from './own-data-form.tsx'
import classes from './personal.module.css'

const ownRecordQuery = buildQueryOptions(getOwnEmployeeRecord, {})

const OwnEmployeeDetails = ({ employee }: { employee: OwnEmployeeRecord }) => {
  const { t } = useTranslation(['personal-area', 'pictures'])
  const { id, name, surname, pictureId } = employee
  return (
    <>
      <Section title={t('pictures:title')}>
        <EmployeePictureControl own employeeId={id} name={`${name} ${surname}`.trim()} pictureId={pictureId} />
      </Section>
      <OwnDataForm employee={employee} />
      <p className={textClasses.lead}>{t('own.rest')}</p>
      <CardGrid>
        <EmployeeWorkFacts employee={employee} supervisor={employee.supervisor?.name} />
        <div className={classes.column}>
          <EmployeePersonalFacts employee={employee} />
          <EmployeeSecretsCard
            secrets={employee.secrets}
            waiting={employee.accountChange}
            show={() => callEndpoint(revealOwnSensitiveData, {})}
          />
        </div>
      </CardGrid>
    </>
  )
}

/** What HR knows of the person, and what they keep up to date by themselves. Always their own, in whoever's view they work. */
export const OwnEmployeeSection = () => {
  const { t } = useTranslation(['personal-area', 'list'])
  const { data, error, refetch } = useQuery(ownRecordQuery)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  if (!data.employee) return <Section title={t('own.none')} description={t('own.noneText')} />
  return <OwnEmployeeDetails employee={data.employee} />
}
