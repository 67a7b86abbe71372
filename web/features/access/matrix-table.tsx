import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconHourglass, IconLock, IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { CellGrant, MatrixCell, PermissionMatrix } from '#contract/access.ts'
import { permissionActions, scopes } from '#contract/permissions.ts'
import { getModuleScopes } from '#contract/rights.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'
import textClasses from '#web/ui/text.module.css'
import classes from './access.module.css'
import { buildCellKey, getDisplayedCell, isSameCell, type MatrixEdit, toggleCellAction } from './matrix-edits.ts'
import { useAccessTexts } from './use-access-texts.ts'

type Props = {
  label: string
  /** What the rows are called: modules of a role, or roles of a module. */
  heading: string
  cells: readonly MatrixCell[]
  getCellName: (cell: MatrixCell) => string
  edits: readonly MatrixEdit[]
  waiting: PermissionMatrix['waiting']
  mayEdit: boolean
  onSet: (cell: MatrixCell, grant: CellGrant | null) => void
}
type MatrixRowProps = Omit<Props, 'label' | 'heading' | 'cells'> & { cell: MatrixCell }

/** The administrator's own has to hold the whole prefix: a narrower one could not be given back. */
const hasFixedScope = ({ role, module }: MatrixCell): boolean => role === 'admin' && module === 'bt_ModulosPermisos'

const CellState = ({ cell, edits, waiting, mayEdit, onSet, getCellName }: MatrixRowProps) => {
  const { t } = useTranslation('permissions')
  const format = useFormatters()
  const words = useAccessTexts()
  const edit = edits.find((one) => buildCellKey(one) === buildCellKey(cell))
  const shown = getDisplayedCell(cell, edit)
  const waitingChange = waiting.find(({ cells }) => cells.some((one) => buildCellKey(one) === buildCellKey(cell)))
  const product = cell.product ?? { actions: [], scope: 'own' as const }
  const differs = !isSameCell(shown, product)
  return (
    <div className={classes.state}>
      {edit && <StatusBadge tone="att" icon={IconPencil} label={t('cell.unsent')} />}
      {waitingChange && (
        <Link className={classes.waiting} to={`/crm/Aprobaciones/${waitingChange.approvalId}`}>
          <IconHourglass size={14} aria-hidden />
          {t('waiting.short')}
        </Link>
      )}
      {differs && (
        <>
          <span className={classes.differs}>{t('cell.product', { cell: words.cell(product) })}</span>
          {!edit && cell.changedAt && (
            <span className={textClasses.muted}>
              {t('cell.changed', { name: cell.changedByName ?? '–', date: format.dateTime(cell.changedAt) })}
            </span>
          )}
          {mayEdit && (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-label={t('cell.resetNamed', { name: getCellName(cell) })}
              onClick={() => onSet(cell, null)}
            >
              {t('cell.reset')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

const MatrixRow = (props: MatrixRowProps) => {
  const { cell, getCellName, edits, mayEdit, onSet } = props
  const { t } = useTranslation(['permissions', 'access'])
  const edit = edits.find((one) => buildCellKey(one) === buildCellKey(cell))
  const shown = getDisplayedCell(cell, edit)
  const name = getCellName(cell)
  const possible = getModuleScopes(cell.module)
  return (
    <tr data-edited={edit !== undefined || undefined}>
      <th scope="row">
        {name}
        {cell.locked.length > 0 && (
          <span className={classes.locked}>
            <IconLock size={14} aria-hidden />
            {t('cell.locked', { actions: cell.locked.map((action) => t(`access:actions.${action}`)).join(', ') })}
          </span>
        )}
      </th>
      {permissionActions.map((action) => (
        <td key={action} data-label={t(`access:actions.${action}`)} data-check>
          <Checkbox
            size="sm"
            aria-label={t('cell.action', { action: t(`access:actions.${action}`), name })}
            checked={shown.actions.includes(action)}
            disabled={!mayEdit || cell.locked.includes(action)}
            onChange={() => onSet(cell, toggleCellAction(shown, action, possible))}
          />
        </td>
      ))}
      <td data-label={t('fields.scope')} data-wide>
        <NativeSelect
          size="xs"
          className={classes.scope}
          aria-label={t('cell.scope', { name })}
          value={shown.scope}
          disabled={!mayEdit || shown.actions.length === 0 || hasFixedScope(cell)}
          data={scopes
            .filter((scope) => possible.includes(scope) || scope === shown.scope)
            .map((scope) => ({ value: scope, label: t(`access:scopes.${scope}`) }))}
          onChange={({ currentTarget }) => onSet(cell, { ...shown, scope: currentTarget.value as CellGrant['scope'] })}
        />
      </td>
      <td data-wide>
        <CellState {...props} />
      </td>
    </tr>
  )
}

/** Cells of the matrix, one a row: what may be done, on whose records, and how that differs from the product. */
export const MatrixTable = ({ label, heading, cells, ...row }: Props) => {
  const { t } = useTranslation(['permissions', 'access'])
  return (
    <div className={classes.frame}>
      <table className={classes.grid} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {permissionActions.map((action) => (
              <th key={action} scope="col" data-check>
                {t(`access:actions.${action}`)}
              </th>
            ))}
            <th scope="col">{t('fields.scope')}</th>
            <th scope="col">{t('fields.origin')}</th>
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => (
            <MatrixRow key={buildCellKey(cell)} cell={cell} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
