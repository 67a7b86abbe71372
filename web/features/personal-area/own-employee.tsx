import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getOwnRecord, type OwnRecord, showOwnSecrets } from '#contract/personal-area.ts'
import { call } from '#web/core/call.ts'
import { read } from '#web/core/query.ts'
import { PersonalFacts, WorkFacts } from '#web/domain/employee-facts.tsx'
import { PictureControl } from '#web/domain/picture-control.tsx'
import { SecretsCard } from '#web/domain/secrets-card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Cards } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import { OwnDataForm } from './own-data-form.tsx'
import classes from './personal.module.css'

const record = read(getOwnRecord, {})

const Known = ({ employee }: { employee: OwnRecord }) => {
  const { t } = useTranslation(['personal-area', 'pictures'])
  const client = useQueryClient()
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: record.queryKey })
  const { id, name, surname, pictureId } = employee
  return (
    <>
      <Section title={t('pictures:title')}>
        <PictureControl
          own
          employeeId={id}
          name={`${name} ${surname}`.trim()}
          pictureId={pictureId}
          onChanged={() => void changed()}
        />
      </Section>
      <OwnDataForm employee={employee} onChanged={changed} />
      <p className={classes.lead}>{t('own.rest')}</p>
      <Cards>
        <WorkFacts employee={employee} supervisor={employee.supervisor?.name} />
        <div className={classes.column}>
          <PersonalFacts employee={employee} />
          <SecretsCard
            secrets={employee.secrets}
            waiting={employee.accountChange}
            show={() => call(showOwnSecrets, {})}
          />
        </div>
      </Cards>
    </>
  )
}

/** What HR knows of the person, and what they keep up to date by themselves. Always their own, in whoever's view they work. */
export const OwnEmployee = () => {
  const { t } = useTranslation(['personal-area', 'list'])
  const { data, error, refetch } = useQuery(record)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={classes.bones} role="status" aria-label={t('list:loading')} />
  if (!data.employee) return <Section title={t('own.none')} lead={t('own.noneText')} />
  return <Known employee={data.employee} />
}
