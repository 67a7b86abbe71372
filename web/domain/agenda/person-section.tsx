import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { usePermission } from '#web/core/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { DataTableProps } from '#web/ui/list/data-table-types.ts'
import type { AnyRow } from '#web/ui/list/list-types.ts'
import { Section } from '#web/ui/section.tsx'
import textClasses from '#web/ui/text.module.css'
import type { AgendaSectionProps } from './agenda-person.ts'

/** Rows of the section; one more is read, so that it is known whether the list has others. */
export const maxPersonRows = 10

type Props<Row> = AgendaSectionProps &
  Pick<DataTableProps, 'columns' | 'rowHref'> & {
    id: string
    texts: Record<'title' | 'all' | 'none' | 'noneHint', string>
    /** The list that has all rows, filtered by the person. */
    listPath: string
    result: Pick<UseQueryResult<{ rows: readonly Row[] }>, 'data' | 'error' | 'refetch'>
  }

/** The first rows of a list of the agenda on the page of whom they are about, with the way to all of them. */
export const PersonSection = <Row extends AnyRow>({
  id,
  texts,
  person,
  hidesEmpty,
  listPath,
  result: { data, error, refetch },
  ...table
}: Props<Row>) => {
  // The hint names the button for one, which not everybody has.
  const mayAdd = usePermission('bt_AgendaComercial', 'create')
  if (hidesEmpty && data?.rows.length === 0) return null
  return (
    <Section
      id={id}
      title={texts.title}
      state={
        data && data.rows.length > maxPersonRows ? (
          <Link to={`${listPath}?${new URLSearchParams(person)}`}>{texts.all}</Link>
        ) : undefined
      }
    >
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 &&
        (mayAdd ? (
          <EmptyState title={texts.none} hint={texts.noneHint} />
        ) : (
          <p className={textClasses.muted}>{texts.none}</p>
        ))}
      {data && data.rows.length > 0 && (
        <DataTable label={texts.title} rows={data.rows.slice(0, maxPersonRows)} dense {...table} />
      )}
    </Section>
  )
}
