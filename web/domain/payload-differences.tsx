import { IconCircleDashed, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useTranslation } from '#web/core/use-translation.ts'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { RowColumn } from '#web/ui/list/list-types.ts'
import textClasses from '#web/ui/text.module.css'
import { comparePayloads, type PayloadDifference } from './compare-payloads.ts'
import classes from './domain.module.css'
import { StatusBadge } from './status-badge.tsx'

const differenceStyles = {
  added: ['pos', IconPlus],
  removed: ['neg', IconMinus],
  changed: ['info', IconPencil],
  same: ['muted', IconCircleDashed],
} as const

type AuditPayload = Record<string, unknown> | null
type FieldPath = PayloadDifference['path']
type Props = {
  label: string
  before: AuditPayload
  after: AuditPayload
  /** What to say where nothing was kept of either. */
  emptyText: string
  /** What the fields and their values are called; as they are unless given. */
  labels?: { field: (path: FieldPath) => string; value: (text: string, path: FieldPath) => string }
}

const defaultLabels = { field: (path: FieldPath) => path.join('.'), value: (text: string) => text }

/** Before and after of a record, field by field, what differs first. Needs the texts of the audit. */
export const PayloadDifferences = ({ label, before, after, emptyText: none, labels: words = defaultLabels }: Props) => {
  const { t } = useTranslation('audit')
  const value = (text: string | undefined, { path }: PayloadDifference) => (
    <span className={classes.value}>{text === undefined ? '–' : words.value(text, path)}</span>
  )
  const columns: readonly RowColumn<PayloadDifference, never>[] = [
    { key: 'path', label: t('event.field'), phone: 1, cell: words.field },
    {
      key: 'change',
      label: t('event.change'),
      cell: (change) => {
        const [tone, icon] = differenceStyles[change]
        return <StatusBadge tone={tone} icon={icon} label={t(`differences.${change}`)} />
      },
    },
    { key: 'before', label: t('event.before'), phone: 2, cell: value },
    { key: 'after', label: t('event.after'), phone: 3, cell: value },
  ]
  const rows = comparePayloads(before, after)
  if (rows.length === 0) return <p className={textClasses.muted}>{none}</p>
  return <DataTable label={label} columns={columns} rows={rows} />
}
