import type { ReactNode } from 'react'
import type { ListContract } from '#contract/core/list.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import classes from './list-view.module.css'
import { ListView, type ListViewProps } from './list-view.tsx'

type Props<L extends ListContract> = ListViewProps<L> & {
  /** One line under the title: whose rows these are. */
  context: string
  /** What stands between the head and the filters: tabs, for example. */
  above: ReactNode
}

/** A screen that is one list. */
export const ListScreen = <L extends ListContract>({ context, above, ...view }: Props<L>) => (
  <div className={classes.screen}>
    <PageHead title={view.label} context={context} />
    {above}
    <ListView {...view} />
  </div>
)
