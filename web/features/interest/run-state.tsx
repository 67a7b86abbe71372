import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { StatusBadge } from '#web/domain/status-badge.tsx'

type Run = { finishedAt: string | null; failures: number }
export type RunState = 'done' | 'running' | 'failed'

export const stateOf = ({ finishedAt, failures }: Run): RunState =>
  finishedAt === null ? 'running' : failures > 0 ? 'failed' : 'done'

const looks = { done: ['pos', IconCheck], running: ['info', IconClock], failed: ['neg', IconAlertTriangle] } as const

/** How a run ended, as a plain element: a list draws many. */
export const runBadge = (state: RunState, label: string) => {
  const [tone, icon] = looks[state]
  return <StatusBadge tone={tone} icon={icon} label={label} />
}
