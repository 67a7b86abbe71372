import type { SelectedRows } from '#web/ui/list/use-selection.ts'

const maturityActions = ['instruct', 'call', 'release'] as const
export type MaturityAction = (typeof maturityActions)[number]

/** What may be done with the chosen accounts: the instruction of any, a call about one to come, the payment of one that waits for it. */
export const listMaturityActions = (
  { ids, matching }: Pick<SelectedRows, 'ids' | 'matching'>,
  areSuspended: boolean,
): MaturityAction[] => {
  const isSingle = !matching && ids.length === 1
  const isOffered: Record<MaturityAction, boolean> = {
    instruct: true,
    call: isSingle && !areSuspended,
    release: isSingle && areSuspended,
  }
  return maturityActions.filter((action) => isOffered[action])
}
