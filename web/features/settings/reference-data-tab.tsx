import { useQuery } from '@tanstack/react-query'
import { getReferenceData, type Office, type Subcompany } from '#contract/reference.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { usePermission } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import layoutClasses from '#web/ui/layout.module.css'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import { ReferenceSection } from './reference-section.tsx'
import { TagsSection } from './tags-section.tsx'
import { WaitingSettingChanges } from './waiting-changes.tsx'

const referenceQuery = buildQueryOptions(getReferenceData, {})

/** What contacts of the commercial agenda are described by. */
const contactListKinds = ['contactTypes', 'contactWorks', 'contactReferences', 'contactSources'] as const

/** What forms and filters everywhere choose from: zones, offices, companies of the group. */
export const ReferenceDataTab = () => {
  const { t } = useTranslation(['reference', 'list'])
  const mayEdit = usePermission('bt_Ajustes', 'edit')
  const { data, error, refetch } = useQuery(referenceQuery)
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
  const common = { zones: data.zones, mayEdit }
  const officeColumns: readonly RowColumn<Office, never>[] = [
    { key: 'zoneName', label: t('fields.zone'), phone: 2 },
    { key: 'city', label: t('fields.city') },
  ]
  const subcompanyColumns: readonly RowColumn<Subcompany, never>[] = [
    { key: 'taxId', label: t('fields.taxId'), phone: 2 },
  ]
  return (
    <>
      <ReferenceSection
        kind="zones"
        rows={data.zones}
        columns={[]}
        usageCountKeys={['offices', 'clients']}
        {...common}
      />
      <WaitingSettingChanges changes={data.waiting} />
      <ReferenceSection
        kind="offices"
        rows={data.offices}
        columns={officeColumns}
        usageCountKeys={['employees', 'accounts']}
        {...common}
      />
      <ReferenceSection
        kind="subcompanies"
        rows={data.subcompanies}
        columns={subcompanyColumns}
        usageCountKeys={['employees']}
        {...common}
      />
      <ReferenceSection
        kind="cancellationReasons"
        rows={data.cancellationReasons}
        columns={[]}
        usageCountKeys={['quotes']}
        {...common}
      />
      {contactListKinds.map((kind) => (
        <ReferenceSection
          key={kind}
          kind={kind}
          rows={data[kind]}
          columns={[]}
          usageCountKeys={['contacts']}
          {...common}
        />
      ))}
      <TagsSection mayEdit={mayEdit} />
    </>
  )
}
