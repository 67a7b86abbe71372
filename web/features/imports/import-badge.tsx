import type { ImportRow } from '#contract/imports.ts'
import type { Translate } from '#web/core/use-translation.ts'
import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

const importBadgeStyles = {
  draft: processStateStyles.draft,
  checked: processStateStyles.checked,
  waiting: processStateStyles.waiting,
  importing: processStateStyles.underWay,
  imported: processStateStyles.done,
  undoing: processStateStyles.underWay,
  undone: processStateStyles.undone,
  discarded: processStateStyles.canceled,
  stalled: processStateStyles.failed,
} as const

/** The state of an import as a plain element: a list draws many. */
export const renderImportBadge = (
  { state, stalled }: Pick<ImportRow, 'state' | 'stalled'>,
  t: Translate<'imports'>,
) => {
  const shown = stalled ? 'stalled' : state
  const [tone, icon] = importBadgeStyles[shown]
  return <StatusBadge tone={tone} icon={icon} label={t(`states.${shown}`)} />
}
