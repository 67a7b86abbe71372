import { processStateStyles } from '#web/domain/process-state-styles.ts'
import { StatusBadge } from '#web/domain/status-badge.tsx'

type RunSummary = { finishedAt: string | null; failures: number }
export type PostingRunState = 'done' | 'running' | 'failed'

export const getRunState = ({ finishedAt, failures }: RunSummary): PostingRunState =>
  finishedAt === null ? 'running' : failures > 0 ? 'failed' : 'done'

const runBadgeStyles = {
  done: processStateStyles.done,
  running: processStateStyles.underWay,
  failed: processStateStyles.failed,
} as const

/** How a run ended, as a plain element: a list draws many. */
export const renderRunBadge = (state: PostingRunState, label: string) => {
  const [tone, icon] = runBadgeStyles[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
