import type { ReactNode } from 'react'
import type { ListContract } from '#contract/core/list.ts'
import { useFormatters } from '#web/core/format.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import classes from './list-view.module.css'
import { ListView, type ListViewProps } from './list-view.tsx'
import { useListTotal } from './use-list-data.ts'
import { useListState } from './use-list-state.ts'

type Props<L extends ListContract> = ListViewProps<L> & {
  /** One line under the title: what and how many these are, the number and how it is written. */
  context: (count: number, total: string) => ReactNode
  hasLongContext?: boolean | 'trend'
  /** What stands between the head and the filters: tabs, for example. */
  contentAbove?: ReactNode
  /** What explains or proves the rows: under them, so that they start high. */
  contentBelow?: ReactNode
  /** The primary action: a new record, for example. */
  action?: ReactNode
  /** The primary action makes the first row: it is offered where there is none, too. */
  canStartFromEmpty?: boolean
  /** The record that `readingPane` names, beside the list. */
  contentBeside?: ReactNode
}

/** A screen that is one list. */
export const ListScreen = <L extends ListContract>({
  context,
  hasLongContext,
  contentAbove,
  contentBelow,
  action,
  canStartFromEmpty = false,
  contentBeside,
  ...view
}: Props<L>) => {
  const [{ filters }] = useListState(view.list)
  const format = useFormatters()
  const total = useListTotal(view.list, filters)
  return (
    <div className={classes.screen} data-fills-window>
      <PageHead
        title={view.label}
        context={total === undefined ? '\u00a0' : context(total, format.number(total))}
        hasLongContext={hasLongContext}
        action={action}
        isCompact
      />
      {contentAbove}
      {contentBeside ? (
        <div className={classes.withPane}>
          <ListView {...view} {...(canStartFromEmpty && { emptyAction: action })} fillsWindow />
          {contentBeside}
        </div>
      ) : (
        <ListView {...view} {...(canStartFromEmpty && { emptyAction: action })} fillsWindow />
      )}
      {contentBelow}
    </div>
  )
}
