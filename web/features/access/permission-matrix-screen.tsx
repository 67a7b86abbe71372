import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import {
  changePermissionMatrix,
  exportPermissionMatrix,
  getPermissionMatrix,
  type MatrixCell,
  type PermissionMatrix,
} from '#contract/access.ts'
import type { ProposalResult } from '#contract/approvals.ts'
import { moduleKeys, roles } from '#contract/permissions.ts'
import { callEndpoint } from '#web/core/call.ts'
import { useFormatters } from '#web/core/format.ts'
import { buildQueryOptions, queryClient } from '#web/core/query-client.ts'
import { refreshSession, usePermission, useSession } from '#web/core/session.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ExportButton } from '#web/ui/export/export-button.tsx'
import { startExport } from '#web/ui/export/export-jobs.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.ts'
import layoutClasses from '#web/ui/layout.module.css'
import { PageHead } from '#web/ui/page-head.tsx'
import classes from './access.module.css'
import { AccessTabs } from './access-tabs.tsx'
import { MatrixChangesForm, type MatrixFormValues } from './matrix-changes.tsx'
import { applyCellEdit, type MatrixEdit } from './matrix-edits.ts'
import { MatrixTable } from './matrix-table.tsx'
import { SubmittedChangeNotice } from './submitted-notice.tsx'

const matrixQuery = buildQueryOptions(getPermissionMatrix, {})

export const prefetch = (): void => void queryClient.prefetchQuery(matrixQuery)

/** Sends what was edited. Where others were quicker, the newest is fetched: which of both is to stand is chosen beside each cell. */
const useMatrixForm = () => {
  const [sent, setSent] = useState<ProposalResult | null>(null)
  const sending = useSubmitForm<MatrixFormValues>({
    defaults: { cells: [], reason: '' },
    submit: async (body) => {
      setSent(null)
      setSent(await callEndpoint(changePermissionMatrix, { body }, { refreshOnRefusal: true }))
      sending.form.reset({ cells: [], reason: '' })
      await refreshSession()
    },
  })
  const edits = useWatch({ control: sending.form.control, name: 'cells' }) as MatrixEdit[]
  const setEdits = (next: MatrixEdit[]): void => {
    setSent(null)
    sending.form.setValue('cells', next, { shouldDirty: true })
  }
  return { sending, edits, setEdits, sent }
}

type MatrixChoice = { value: string; label: string; changed: number }
type MatrixChoicesProps = {
  label: string
  choices: readonly MatrixChoice[]
  selectedValue: string
  buildHref: (value: string) => string
}

/** Which role, or which module: links with how many cells the firm has changed there; on a phone a list to choose from. */
const MatrixChoices = ({ label, choices, selectedValue, buildHref }: MatrixChoicesProps) => {
  const { t } = useTranslation('permissions')
  const navigate = useNavigate()
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  if (phone)
    return (
      <NativeSelect
        label={label}
        value={selectedValue}
        data={choices.map(({ value, label: name }) => ({ value, label: name }))}
        onChange={({ currentTarget }) => void navigate(buildHref(currentTarget.value), { replace: true })}
      />
    )
  return (
    <nav className={classes.choices} aria-label={label}>
      {choices.map(({ value, label: name, changed }) => (
        <Link
          key={value}
          to={buildHref(value)}
          replace
          preventScrollReset
          className={classes.option}
          aria-current={value === selectedValue ? 'true' : undefined}
        >
          {name}
          {changed > 0 && (
            <span className={classes.count} title={t('matrix.changedHere', { count: changed })}>
              {changed}
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}

const MatrixCells = ({ data: { cells, waiting, mayEdit } }: { data: PermissionMatrix }) => {
  const { t } = useTranslation(['permissions', 'shell', 'access'])
  const [params] = useSearchParams()
  const { sending, edits, setEdits, sent } = useMatrixForm()
  const byModule = params.get('by') === 'module'
  const role = roles.find((one) => one === params.get('role')) ?? 'admin'
  const module = moduleKeys.find((one) => one === params.get('module')) ?? 'bt_Clientes'
  const changedIn = (about: (cell: MatrixCell) => boolean) => cells.filter((cell) => about(cell) && cell.firm).length
  const shown = cells.filter((cell) => (byModule ? cell.module === module : cell.role === role))
  const name = byModule ? t(`access:modules.${module}`) : t(`shell:roles.${role}`)
  return (
    <>
      <AccessTabs current={byModule ? 'module' : 'role'} />
      {byModule ? (
        <MatrixChoices
          label={t('fields.module')}
          selectedValue={module}
          buildHref={(value) => `/crm/ModulosPermisos?by=module&module=${value}`}
          choices={moduleKeys.map((value) => ({
            value,
            label: t(`access:modules.${value}`),
            changed: changedIn((cell) => cell.module === value),
          }))}
        />
      ) : (
        <MatrixChoices
          label={t('fields.role')}
          selectedValue={role}
          buildHref={(value) => `/crm/ModulosPermisos?role=${value}`}
          choices={roles.map((value) => ({
            value,
            label: t(`shell:roles.${value}`),
            changed: changedIn((cell) => cell.role === value),
          }))}
        />
      )}
      <SubmittedChangeNotice sent={sent} />
      <MatrixTable
        label={t('matrix.label', { name })}
        heading={byModule ? t('fields.role') : t('fields.module')}
        cells={shown}
        getCellName={(cell) => (byModule ? t(`shell:roles.${cell.role}`) : t(`access:modules.${cell.module}`))}
        edits={edits}
        waiting={waiting}
        mayEdit={mayEdit}
        onSet={(cell, grant) => setEdits(applyCellEdit(edits, cell, grant))}
      />
      {mayEdit && <MatrixChangesForm sending={sending} cells={cells} edits={edits} onEdits={setEdits} />}
    </>
  )
}

/** Who may do what: roles, modules, actions and whose records. */
export default function PermissionMatrixScreen() {
  const { t } = useTranslation(['permissions', 'list'])
  const format = useFormatters()
  const { data, error, refetch } = useQuery(matrixQuery)
  const mayExport = usePermission('bt_ModulosPermisos', 'export')
  const today = useSession((state) => state.session?.businessDate)
  const changed = data?.cells.filter(({ firm }) => firm).length ?? 0
  return (
    <div className={classes.screen}>
      <PageHead
        title={t('title')}
        context={data ? t('matrix.context', { count: changed, changed: format.number(changed) }) : '\u00a0'}
        action={
          mayExport && (
            <ExportButton
              hasFixedColumns
              onStart={(kind) =>
                startExport(exportPermissionMatrix, { query: { format: kind } }, `${t('title')} ${today}.${kind}`)
              }
            />
          )
        }
      />
      {data ? (
        <MatrixCells data={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={layoutClasses.skeleton} role="status" aria-label={t('list:loading')} />
      )}
    </div>
  )
}
