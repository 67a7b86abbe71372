import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getReferenceData } from '#contract/reference.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ReferenceSection } from './reference-section.tsx'
import classes from './settings.module.css'
import { TagsSection } from './tags-section.tsx'
import { WaitingSettingChanges } from './waiting-changes.tsx'

const referenceQuery = buildQueryOptions(getReferenceData, {})

/** What forms and filters everywhere choose from: zones, offices, companies of the group. */
export const ReferenceDataTab = () => {
  const { t } = useTranslation(['reference', 'list'])
  const client = useQueryClient()
  const mayEdit = usePermission('bt_Ajustes', 'edit')
  const { data, error, refetch } = useQuery(referenceQuery)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={classes.bones} role="status" aria-label={t('list:loading')} />
  // Names of zones and offices stand on many pages: none of what was read before is sure any more.
  const common = { zones: data.zones, mayEdit, onChanged: () => client.invalidateQueries() }
  return (
    <>
      <ReferenceSection kind="zones" rows={data.zones} columns={[]} uses={['offices', 'clients']} {...common} />
      <WaitingSettingChanges changes={data.waiting} />
      <ReferenceSection
        kind="offices"
        rows={data.offices}
        columns={[
          { key: 'zoneName', label: t('fields.zone'), phone: 2 },
          { key: 'city', label: t('fields.city') },
        ]}
        uses={['employees', 'accounts']}
        {...common}
      />
      <ReferenceSection
        kind="subcompanies"
        rows={data.subcompanies}
        columns={[{ key: 'taxId', label: t('fields.taxId'), phone: 2 }]}
        uses={['employees']}
        {...common}
      />
      <ReferenceSection
        kind="cancellationReasons"
        rows={data.cancellationReasons}
        columns={[]}
        uses={['quotes']}
        {...common}
      />
      <TagsSection mayEdit={mayEdit} />
    </>
  )
}
