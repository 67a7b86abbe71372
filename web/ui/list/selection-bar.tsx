import { Button } from '@mantine/core'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './selection-bar.module.css'
import type { Selection, SelectionActions } from './use-selection.ts'

type Props = {
  selection: Selection
  total: number | undefined
  /** Whether all that match can be chosen, beyond those that were seen. */
  canSelectAllMatching: boolean
  /** What can be done with them. */
  actions: SelectionActions
}

/** How many are chosen, the way to all that match, and what can be done with them. */
export default function SelectionBar({ selection, total, canSelectAllMatching, actions }: Props) {
  const { t } = useTranslation('list')
  const format = useFormatters()
  const { ids, matching, takeMatching, clear } = selection
  const count = matching ? (total ?? 0) : ids.size
  return (
    <section className={classes.bar} aria-label={t('select.label')}>
      <span role="status">{t('select.count', { count, total: format.number(count) })}</span>
      {canSelectAllMatching && !matching && total !== undefined && total > ids.size && (
        <Button variant="subtle" size="compact-sm" onClick={takeMatching}>
          {t('select.matching', { total: format.number(total) })}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={clear}>
        {t('select.clear')}
      </Button>
      <span className={classes.actions} data-selection-actions>
        {actions({ ids: [...ids], matching }, count, selection)}
      </span>
    </section>
  )
}
