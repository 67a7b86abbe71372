import { IconCircleDashed, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '#web/ui/list/data-table.tsx'
import type { ColumnFor } from '#web/ui/list/list-types.ts'
import { type Difference, differencesOf } from './differences-of.ts'
import classes from './domain.module.css'
import { StatusBadge } from './status-badge.tsx'

const looks = {
  added: ['pos', IconPlus],
  removed: ['neg', IconMinus],
  changed: ['info', IconPencil],
  same: ['muted', IconCircleDashed],
} as const

type Payload = Record<string, unknown> | null
type Path = Difference['path']
type Props = {
  label: string
  before: Payload
  after: Payload
  /** What to say where nothing was kept of either. */
  none: string
  /** What the fields and their values are called; as they are unless given. */
  words?: { field: (path: Path) => string; value: (text: string, path: Path) => string }
}

const plain = { field: (path: Path) => path.join('.'), value: (text: string) => text }

/** Before and after of a record, field by field, what differs first. Needs the texts of the audit. */
export const Differences = ({ label, before, after, none, words = plain }: Props) => {
  const { t } = useTranslation('audit')
  const value = (text: string | undefined, { path }: Difference) => (
    <span className={classes.value}>{text === undefined ? '–' : words.value(text, path)}</span>
  )
  const columns: readonly ColumnFor<Difference, never>[] = [
    { key: 'path', label: t('event.field'), phone: 1, cell: words.field },
    {
      key: 'change',
      label: t('event.change'),
      cell: (change) => {
        const [tone, icon] = looks[change]
        return <StatusBadge tone={tone} icon={icon} label={t(`differences.${change}`)} />
      },
    },
    { key: 'before', label: t('event.before'), phone: 2, cell: value },
    { key: 'after', label: t('event.after'), phone: 3, cell: value },
  ]
  const rows = differencesOf(before, after)
  if (rows.length === 0) return <p className={classes.none}>{none}</p>
  return <DataTable label={label} columns={columns} rows={rows} />
}
