import { NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { changeMatrix, exportMatrix, getMatrix, type Matrix, type MatrixCell } from '#contract/access.ts'
import type { Proposed } from '#contract/approvals.ts'
import { moduleKeys, roles } from '#contract/permissions.ts'
import { CallError, call } from '#web/core/call.ts'
import { useFormat } from '#web/core/format.ts'
import { queryClient, read } from '#web/core/query.ts'
import { refreshSession, useCan, useSession } from '#web/core/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ExportButton } from '#web/ui/export/export-button.tsx'
import { startExport } from '#web/ui/export/running.ts'
import { useSending } from '#web/ui/form/use-sending.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import classes from './access.module.css'
import { AccessTabs } from './access-tabs.tsx'
import { MatrixChanges, type MatrixValues } from './matrix-changes.tsx'
import { type Edit, withCell } from './matrix-edits.ts'
import { MatrixTable } from './matrix-table.tsx'
import { SentNotice } from './sent-notice.tsx'

const matrix = read(getMatrix, {})

export const ahead = (): void => void queryClient.prefetchQuery(matrix)

/** Sends what was edited. Where others were quicker, the newest is fetched: which of both is to stand is chosen beside each cell. */
const useMatrixForm = () => {
  const client = useQueryClient()
  const [sent, setSent] = useState<Proposed | null>(null)
  const sending = useSending<MatrixValues>({
    defaults: { cells: [], reason: '' },
    send: async (body) => {
      setSent(null)
      try {
        setSent(await call(changeMatrix, { body }))
        sending.form.reset({ cells: [], reason: '' })
        await Promise.all([client.invalidateQueries({ queryKey: matrix.queryKey }), refreshSession()])
      } catch (error) {
        if (error instanceof CallError && error.code === 'conflict.changed')
          await client.refetchQueries({ queryKey: matrix.queryKey })
        throw error
      }
    },
  })
  const edits = useWatch({ control: sending.form.control, name: 'cells' }) as Edit[]
  const setEdits = (next: Edit[]): void => {
    setSent(null)
    sending.form.setValue('cells', next, { shouldDirty: true })
  }
  return { sending, edits, setEdits, sent }
}

type Choice = { value: string; label: string; changed: number }
type ChoicesProps = { label: string; choices: readonly Choice[]; chosen: string; hrefOf: (value: string) => string }

/** Which role, or which module: links with how many cells the firm has changed there; on a phone a list to choose from. */
const Choices = ({ label, choices, chosen, hrefOf }: ChoicesProps) => {
  const { t } = useTranslation('permissions')
  const navigate = useNavigate()
  const phone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false })
  if (phone)
    return (
      <NativeSelect
        label={label}
        value={chosen}
        data={choices.map(({ value, label: name }) => ({ value, label: name }))}
        onChange={({ currentTarget }) => void navigate(hrefOf(currentTarget.value), { replace: true })}
      />
    )
  return (
    <nav className={classes.choices} aria-label={label}>
      {choices.map(({ value, label: name, changed }) => (
        <Link
          key={value}
          to={hrefOf(value)}
          replace
          preventScrollReset
          className={classes.option}
          aria-current={value === chosen ? 'true' : undefined}
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

const Cells = ({ data: { cells, waiting, mayEdit } }: { data: Matrix }) => {
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
        <Choices
          label={t('fields.module')}
          chosen={module}
          hrefOf={(value) => `/crm/ModulosPermisos?by=module&module=${value}`}
          choices={moduleKeys.map((value) => ({
            value,
            label: t(`access:modules.${value}`),
            changed: changedIn((cell) => cell.module === value),
          }))}
        />
      ) : (
        <Choices
          label={t('fields.role')}
          chosen={role}
          hrefOf={(value) => `/crm/ModulosPermisos?role=${value}`}
          choices={roles.map((value) => ({
            value,
            label: t(`shell:roles.${value}`),
            changed: changedIn((cell) => cell.role === value),
          }))}
        />
      )}
      <SentNotice sent={sent} />
      <MatrixTable
        label={t('matrix.label', { name })}
        heading={byModule ? t('fields.role') : t('fields.module')}
        cells={shown}
        nameOf={(cell) => (byModule ? t(`shell:roles.${cell.role}`) : t(`access:modules.${cell.module}`))}
        edits={edits}
        waiting={waiting}
        mayEdit={mayEdit}
        onSet={(cell, wanted) => setEdits(withCell(edits, cell, wanted))}
      />
      {mayEdit && <MatrixChanges sending={sending} cells={cells} edits={edits} onEdits={setEdits} />}
    </>
  )
}

/** Who may do what: roles, modules, actions and whose records. */
export default function MatrixScreen() {
  const { t } = useTranslation(['permissions', 'list'])
  const format = useFormat()
  const { data, error, refetch } = useQuery(matrix)
  const mayExport = useCan('bt_ModulosPermisos', 'export')
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
              whole
              onStart={(kind) =>
                startExport(exportMatrix, { query: { format: kind } }, `${t('title')} ${today}.${kind}`)
              }
            />
          )
        }
      />
      {data ? (
        <Cells data={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.bones} role="status" aria-label={t('list:loading')} />
      )}
    </div>
  )
}
